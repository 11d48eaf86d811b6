"""How much one participant's request costs: a real server, a real database, simulated people."""
