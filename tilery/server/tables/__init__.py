"""Tables: their events, their state in memory, and what happens at them by itself."""
