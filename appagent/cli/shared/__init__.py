"""Provide what commands share: options, and what prints results or asks the person."""
