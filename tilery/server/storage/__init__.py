"""Durable storage: the database, its schema and every query."""
