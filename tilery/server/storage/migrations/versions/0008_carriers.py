"""Other ways than web push to be told when it is one's turn."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("subscriptions", sa.Column("carrier", sa.Text, nullable=False, server_default="push"))
    op.add_column("subscriptions", sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.true()))
