"""Who is to move, so that lists of what is due need not read every table."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("tables", sa.Column("owed", sa.Integer))
