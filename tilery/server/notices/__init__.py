"""Notices: people are told that it is their turn while no page of theirs is open."""
