"""Share documents between people: as packs, in git, and through a folder, a bucket or a database."""
