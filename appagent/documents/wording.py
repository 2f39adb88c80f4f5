"""Put a document into words, for the store's reader and for the prompt alike."""

from appagent.store import Record


def sentence(record: Record) -> str:
    """Return what a document says, in one or two sentences."""
    return record.text
