"""Whose time bots take, clocks that do not wait for them, and what all processes share."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.add_column("wakeups", sa.Column("clock", sa.Float))
    op.add_column("wakeups", sa.Column("alone", sa.Boolean, nullable=False, server_default=sa.false()))
    server = op.create_table(
        "server", sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.bulk_insert(
        server, [{"name": "key", "value": secrets.token_hex(32)}, {"name": "beat", "value": ""}]
    )  # fmt: skip
    op.create_index("wakeups_by_clock", "wakeups", ["clock"])
    op.execute("UPDATE wakeups SET clock = due")  # bots and clocks were not told apart; it is looked at again
