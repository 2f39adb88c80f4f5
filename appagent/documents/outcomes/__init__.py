"""Tell what an action did, from the screens before and after it: as facts for a document, and in words."""
