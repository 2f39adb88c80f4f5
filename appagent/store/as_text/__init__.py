"""Write and read documents as text files, one line for each record, for git, packs and hubs."""
