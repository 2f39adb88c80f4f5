"""Open the tables of the SQLite file, upgrade, query and search them."""
