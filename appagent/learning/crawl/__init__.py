"""Crawl an app without a model: what is left to try, what is worth most, and what to type."""
