"""Keep the longer SQL statements of a store: those that find records, and those that merge screens and counters."""

COLUMNS = ("kind", "app", "screen_id", "element_id", "template", "action", "source")

INSERT = """
    INSERT OR IGNORE INTO records
    (id, body, signature, imported, signer, kind, app, screen_id, element_id, template, action, source)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

# a record made here stays so, and one that was signed stays signed: its author can sign it in one way only
KEEP = """
    UPDATE records
    SET signature = max(signature, :signature), signer = max(signer, :signer), imported = min(imported, :imported)
    WHERE id = :id AND (signature < :signature OR signer < :signer OR imported > :imported)
"""

KNOWN = "SELECT id FROM records WHERE id IN (SELECT value FROM json_each(:ids))"

# tombstones of these records: which record, whether the tombstone is untrusted, and who signed it
TOMBSTONES = """
    SELECT older, untrusted(imported, signer), signer
    FROM replaces JOIN records INDEXED BY purges ON records.id = newer
    WHERE older IN (SELECT value FROM json_each(:ids)) AND records.kind = 'purge'
"""

_NAMED_BY_TOMBSTONES = """
    FROM records AS tomb INDEXED BY purges
    JOIN replaces ON replaces.newer = tomb.id JOIN records AS told ON told.id = replaces.older
    WHERE tomb.kind = 'purge' AND told.kind <> 'purge'
"""

# records that a tombstone erases: it must be trusted, or signed by the author of the record
PURGED = f"""
    SELECT DISTINCT told.id {_NAMED_BY_TOMBSTONES}
    AND (NOT untrusted(tomb.imported, tomb.signer) OR (tomb.signer <> '' AND tomb.signer = told.signer))
"""

# those that are here all the same, because the tombstone is not to be believed
UNHEEDED = f"SELECT count(DISTINCT told.id) {_NAMED_BY_TOMBSTONES}"

GONE = """
    SELECT older FROM replaces JOIN records INDEXED BY purges ON records.id = newer
    WHERE kind = 'purge' AND older BETWEEN :prefix AND :end LIMIT 1
"""

# vectors of all documents, since they may reveal what was purged; they are made anew
FORGET_VECTORS = ("DELETE FROM vectors", "DELETE FROM sketches")

FORGET = (
    *FORGET_VECTORS,
    "DELETE FROM crawls WHERE app IN (SELECT app FROM records WHERE id IN (SELECT value FROM json_each(:ids)))",
    """
    DELETE FROM word_index WHERE rowid IN (
        SELECT place FROM records WHERE id IN (SELECT value FROM json_each(:ids))
    )
    """,
    "DELETE FROM replaces WHERE newer IN (SELECT value FROM json_each(:ids))",
    "DELETE FROM helped WHERE id IN (SELECT value FROM json_each(:ids))",
    "DELETE FROM outcomes WHERE id IN (SELECT value FROM json_each(:ids))",
    """
    DELETE FROM pictures WHERE name IN (
        SELECT body ->> '$.facts.spot.picture' FROM records WHERE id IN (SELECT value FROM json_each(:ids))
    )
    """,
    "DELETE FROM records WHERE id IN (SELECT value FROM json_each(:ids))",
)

# all versions of a record: those that it replaces, directly or not, and those that replace it
FAMILY = """
    WITH RECURSIVE older(id) AS (
        VALUES (:id) UNION SELECT replaces.older FROM replaces JOIN older ON replaces.newer = older.id LIMIT 1000
    ), newer(id) AS (
        VALUES (:id) UNION SELECT replaces.newer FROM replaces JOIN newer ON replaces.older = newer.id LIMIT 1000
    )
    SELECT records.id, body, signature, untrusted(imported, signer) FROM records
    WHERE id IN (SELECT id FROM older UNION SELECT id FROM newer)
"""

REPLACE = "INSERT OR IGNORE INTO replaces (older, newer) VALUES (?, ?)"

ORIGIN = "INSERT OR IGNORE INTO origins (imported, signer) VALUES (?, ?)"

ORIGINS = "SELECT DISTINCT untrusted(imported, signer) FROM origins"

RECORD = "SELECT id, body, signature, untrusted(imported, signer) FROM records"

MATCHING = """
    SELECT id FROM records
    WHERE (:app IS NULL OR app = :app)
    AND (:screen_id IS NULL OR screen_id = :screen_id)
    AND (:element_id IS NULL OR element_id = :element_id)
    AND (:action IS NULL OR action = :action)
    AND (:kind IS NULL OR kind = :kind)
"""

# three lookups in the index on (app, element_id, template); a single one with OR would read all records of the app. The
# third finds the documents of other rows, and reads only the index for those of other templates
ABOUT = f"""
    {RECORD} WHERE kind = 'document' AND place IN (
        SELECT place FROM records WHERE app = :app AND element_id IN (SELECT value FROM json_each(:element_ids))
        UNION
        SELECT place FROM records
        WHERE app = :app AND element_id = '' AND template IN (SELECT value FROM json_each(:templates))
        UNION
        SELECT place FROM records
        WHERE app = :app AND template IN (SELECT value FROM json_each(:templates))
        AND screen_id IN (SELECT value FROM json_each(:screen_ids))
    )
"""  # noqa: S608

# ids of records whose facts contain one of these coarser ids or ids of kinds
OF_COARSE = """
    SELECT new FROM aliases
    WHERE app = :app AND kind IN ('coarse', 'kind') AND old IN (SELECT value FROM json_each(:names))
"""

# the best hits by words, at most :most, or all for -1; a higher score is better
WORD_HITS = "SELECT rowid, -rank FROM word_index WHERE words MATCH :query ORDER BY rank LIMIT :most"

PLACED = """
    SELECT place, id, untrusted(imported, signer) FROM records
    WHERE place IN (SELECT value FROM json_each(:places)) AND kind = 'document'
    AND (:apps IS NULL OR app IN (SELECT value FROM json_each(:apps)))
"""

EMBEDDED_BY = "SELECT model FROM sketches LIMIT 1"

NOT_EMBEDDED = """
    SELECT place, id, body, signature, untrusted(imported, signer) FROM records
    WHERE kind = 'document' AND place > (SELECT coalesce(max(last), 0) FROM sketches) ORDER BY place LIMIT :most
"""

SKETCH = "INSERT OR REPLACE INTO sketches VALUES (?, ?, ?, ?)"

EMBED = "INSERT OR REPLACE INTO vectors VALUES (?, ?)"

SKETCHES = "SELECT places, signs FROM sketches ORDER BY last"

SKETCHED = "SELECT count(*), max(last), max(model), total(length(places)), total(length(signs)) FROM sketches"

VECTORS = "SELECT place, vector FROM vectors WHERE place IN (SELECT value FROM json_each(:places))"

# documents are indexed in the order of their places
UNINDEXED = """
    SELECT place, id, body, signature, untrusted(imported, signer) FROM records
    WHERE kind = 'document' AND place > (SELECT iif(version = :version, place, 0) FROM indexed)
    ORDER BY place LIMIT :most
"""

OUTDATED = (
    "DELETE FROM word_index WHERE EXISTS (SELECT 1 FROM indexed WHERE version <> :version)",
    "UPDATE indexed SET version = :version, place = iif(version = :version, place, 0)",
)

INDEX = "INSERT INTO word_index (rowid, words) VALUES (?, ?)"

INDEXED = "UPDATE indexed SET place = max(place, :place)"

PERSONS = """
    SELECT id FROM records INDEXED BY persons
    WHERE source = 'human' AND (:app IS NULL OR app = :app)
"""

DOCUMENTED = """
    SELECT DISTINCT screen_id, element_id FROM records
    WHERE app = ? AND kind = 'document' AND element_id <> '' AND NOT untrusted(imported, signer)
"""

SCREENS = """
    SELECT app, screen_id, templates, title, first_seen, signer, signature, imported FROM screens
    WHERE :app IS NULL OR app = :app
"""

OF_IDS = f"{RECORD} WHERE id IN (SELECT value FROM json_each(:ids))"  # noqa: S608

# all that is replaced by the records with these ids (:replaced, directly), and all that replaces any of both. The ids
# themselves are left out: their rows were read where they lie side by side, which the index of all ids does not know
RELATED = """
    WITH RECURSIVE older(id) AS (
        SELECT value FROM json_each(:replaced)
        UNION
        SELECT replaces.older FROM replaces JOIN older ON replaces.newer = older.id
    ), wanted(id) AS (
        SELECT id FROM older
        UNION
        SELECT replaces.newer FROM (SELECT id FROM older UNION SELECT value FROM json_each(:ids)) AS known
        JOIN replaces ON replaces.older = known.id
        EXCEPT
        SELECT value FROM json_each(:ids)
    )
    SELECT id, body, signature, untrusted(imported, signer) FROM wanted JOIN records USING (id)
"""

HELPED = """
    SELECT id, sum(times) FROM helped WHERE id IN (SELECT value FROM json_each(:ids)) AND counts(store) GROUP BY id
"""

UNTRUSTED_REPLACES = (
    "SELECT count(*) FROM replaces JOIN records ON records.id = replaces.newer WHERE untrusted(imported, signer)"
)

# of two rows about one screen the one made here stays, else a trusted one, else the earlier one; if their times are
# equal, the lesser one
REMEMBER = """
    INSERT INTO screens (app, screen_id, templates, title, first_seen, signer, signature, imported)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, screen_id) DO UPDATE
    SET templates = excluded.templates, title = excluded.title, first_seen = excluded.first_seen,
        signer = excluded.signer, signature = excluded.signature, imported = excluded.imported
    WHERE (excluded.imported, untrusted(excluded.imported, excluded.signer), excluded.first_seen, excluded.templates,
            excluded.title, excluded.signer)
        < (imported, untrusted(imported, signer), first_seen, templates, title, signer)
"""

# of triples (kind, older id, newer id), those that are not saved yet and whose older id some record names, or that tell
# the kind of a dialog.
# Records are looked up by their index on app
NEW_ALIASES = """
    WITH given AS (
        SELECT value ->> 0 AS kind, value ->> 1 AS old, value ->> 2 AS new FROM json_each(:aliases)
    )
    SELECT kind, old, new FROM given
    WHERE old <> new
    AND CASE kind
        WHEN 'in_kind' THEN true
        WHEN 'screen' THEN EXISTS (SELECT 1 FROM screens WHERE app = :app AND screen_id = old)
        WHEN 'element' THEN EXISTS (SELECT 1 FROM records WHERE app = :app AND element_id = old)
        ELSE EXISTS (SELECT 1 FROM records WHERE app = :app AND template = old)
    END
    AND NOT EXISTS (
        SELECT 1 FROM aliases
        WHERE aliases.app = :app AND aliases.kind = given.kind AND aliases.old = given.old AND aliases.new = given.new
    )
"""

ALIAS = "INSERT OR IGNORE INTO aliases (app, kind, old, new) VALUES (?, ?, ?, ?)"

# resource-ids, words and roles of elements, from the documents about single elements
RAW = """
    SELECT id, body ->> '$.facts.resource_id', body ->> '$.facts.words', body ->> '$.facts.role',
        body ->> '$.facts.published'
    FROM records WHERE app = ? AND kind = 'document' AND element_id <> ''
"""

SIGHTED_ON = "SELECT name FROM sighted WHERE app = ? AND version = ? AND screen_id = ?"

ASKED = """
    SELECT name FROM asked WHERE app = :app
    AND (screen_id = :screen_id OR screen_id IN (SELECT screen_id FROM surveys WHERE app = :app AND layout = :layout))
"""

SIGHT = "INSERT OR IGNORE INTO sighted (app, version, screen_id, name) VALUES (?, ?, ?, ?)"

LABELS = "UPDATE screens SET labels = ? WHERE app = ? AND screen_id = ?"

SIGN_SCREEN = """
    UPDATE screens SET title = ?, signer = ?, signature = ? WHERE app = ? AND screen_id = ?
"""

OUTCOMES = """
    SELECT id, version, sum(worked), sum(failed) FROM outcomes
    WHERE id IN (SELECT value FROM json_each(:ids)) AND counts(store) GROUP BY id, version
"""

# :whose is "all", "counted" for those of trusted stores, or "own"
OUTCOMES_OF = """
    SELECT outcomes.id, store, version, worked, failed, outcomes.signature
    FROM outcomes JOIN records ON records.id = outcomes.id
    WHERE app = :app AND (:whose = 'all' OR (:whose = 'counted' AND counts(store)) OR store IN (:name, :counter))
    ORDER BY 1, 2, 3
"""

HELPED_OF = """
    SELECT helped.id, store, times, helped.signature FROM helped JOIN records ON records.id = helped.id
    WHERE app = :app AND (:whose = 'all' OR store IN (:name, :counter)) ORDER BY 1, 2
"""

OUTCOME = "SELECT worked, failed FROM outcomes WHERE id = ? AND store = ? AND version = ?"

# a store's counters only grow, so of two rows of one store the larger is the later one, and is kept whole
MERGE_OUTCOME = """
    INSERT INTO outcomes (id, store, version, worked, failed, signature) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id, store, version) DO UPDATE
    SET worked = excluded.worked, failed = excluded.failed, signature = excluded.signature
    WHERE (excluded.worked + excluded.failed, excluded.worked, excluded.signature)
        > (worked + failed, worked, signature)
"""

COUNT = """
    INSERT INTO helped (id, store, times, signature) VALUES (?, ?, ?, ?)
    ON CONFLICT (id, store) DO UPDATE SET times = excluded.times, signature = excluded.signature
    WHERE (excluded.times, excluded.signature) > (times, signature)
"""
