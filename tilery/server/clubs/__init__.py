"""Clubs: members, seasons and tournaments, as a log of events; the server makes their tables and collects results."""
