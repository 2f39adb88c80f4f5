"""Write down in documents what was learnt."""
