"""Clubs with their logs, members and tables; shared profiles; results of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("link", sa.Text, nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "club_events",
        sa.Column("club_id", sa.Text, sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "club_members",
        sa.Column("club_id", sa.Text, sa.ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member", sa.Integer, primary_key=True),
        sa.Column("holder", sa.Text, nullable=False),
        sa.UniqueConstraint("club_id", "holder", name="club_members_once"),
    )
    op.create_index("club_members_by_holder", "club_members", ["holder"])
    op.create_table(
        "club_tables",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("club_id", sa.Text, sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_index("club_tables_open", "club_tables", ["open"])
    op.create_table(
        "profiles",
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("link", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
