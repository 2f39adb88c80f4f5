"""Compare an element and what is around it with a later screen: texts, labels, counters and pictures."""
