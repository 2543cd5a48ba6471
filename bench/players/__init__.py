"""Players that measure Tilery's levels from outside: written from the rulebooks, blind to Tilery's own evaluations.

Each module knows one game, has a compiled simulation of its own rules and two bots for the arena: `Greedy` looks one
step ahead and hinders the others, `Rollouts` plays every promising move on to the end (in Tipperary for some rounds)
by the same one-step judgement. They read nothing but `match.view(seat)` and `match.legal_moves(seat)`.

    tilery arena triqueta --bots hard,bench.players.triqueta:Greedy
"""
