"""Challenges of passkeys that were answered, each of which counts once."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "spent_challenges",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("spent_challenges_by_time", "spent_challenges", ["until"])
