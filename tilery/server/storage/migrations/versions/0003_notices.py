"""Browsers that want to be told when it is their turn, and what they were told."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("subscriptions_by_holder", "subscriptions", ["holder"])
    op.create_table(
        "notices",
        sa.Column("subscription_id", sa.Text, sa.ForeignKey("subscriptions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("told_since", sa.Float),
        sa.Column("remind_at", sa.Float),
    )
