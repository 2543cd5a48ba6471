"""Tables with people at them: storage, live updates and the JSON API."""
