"""HTTP: limits of connections, routing, responses and streams."""
