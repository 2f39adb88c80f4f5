"""The agent without a model: a crawler that maps an app, and an executor that walks the map."""
