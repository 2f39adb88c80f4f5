"""Tell what came of a move, whether it is what came of it before, and where the answer stands."""
