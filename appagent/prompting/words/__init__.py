"""Put into words what a model is told: the outline of a screen, documents, the map, and what the run has done."""
