"""Training of learned evaluations: self-play, fitting, and matches that decide whether new weights are taken."""
