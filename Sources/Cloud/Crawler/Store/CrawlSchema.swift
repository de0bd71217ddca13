/// The tables of a crawl.
enum CrawlSchema {
  static let version: Int64 = 1

  /// A table with the columns that are written, in the order in which records name them.
  struct Table {
    let name: String
    let columns: [String]

    var insertion: String {
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      return
        "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks)) RETURNING id"
    }

    var update: String {
      let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
      return "UPDATE \(name) SET \(changes) WHERE id = ?"
    }

    /// A query for all columns, the identifier first.
    func selection(_ rest: String) -> String {
      "SELECT id, \(columns.joined(separator: ", ")) FROM \(name) \(rest)"
    }
  }

  static let sites = Table(
    name: "sites", columns: ["domain", "is_seed", "is_trusted", "page_count"])

  static let hosts = Table(
    name: "hosts",
    columns: [
      "origin", "site", "ready_at", "failure_count", "crawl_delay", "next_at", "address", "robots",
      "robots_expire_at", "robots_failing_since", "answer_time", "processor_time",
    ])

  static let pages = Table(
    name: "pages",
    columns: [
      "key", "url", "host", "site", "kind", "state", "depth", "hops", "due_at", "interval",
      "is_blocked", "tries", "missing_since", "status", "entity_tag", "last_modified",
      "content_hash", "fingerprint", "is_vague", "redirection", "is_moved", "canonical", "title",
      "is_indexable", "fetched_at", "changed_at", "fetch_count", "change_count", "revision",
      "names_itself", "main_item", "reading_hash", "robots_tag", "read_at", "unavailable_after",
    ])

  /// The column of ``hosts`` that tables of earlier programs do not have: nothing was charged to their hosts yet.
  static let hostAdditions =
    "ALTER TABLE hosts ADD COLUMN processor_time INTEGER NOT NULL DEFAULT 0"

  /// What the tables of earlier programs do not have. These programs can go on with a file that has it. Of pages that
  /// were fetched by them it is not known: they are asked for whole once more when they are due.
  static let additions = """
    ALTER TABLE pages ADD COLUMN names_itself INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pages ADD COLUMN main_item INTEGER;
    UPDATE pages SET entity_tag = NULL, last_modified = NULL WHERE content_hash IS NOT NULL;
    """

  /// What the tables of earlier programs do not have of what a page asked when it was read. Their pages were read at no
  /// known time, so they are asked for whole when they are due. Pages that others named as sitemaps were never read,
  /// and some addresses are those by which pages were linked first, with a user's name and the like: all these are due
  /// at once.
  static let readingAdditions = """
    ALTER TABLE pages ADD COLUMN reading_hash INTEGER;
    ALTER TABLE pages ADD COLUMN robots_tag TEXT;
    ALTER TABLE pages ADD COLUMN read_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pages ADD COLUMN unavailable_after INTEGER;
    UPDATE pages SET entity_tag = NULL, last_modified = NULL WHERE content_hash IS NULL;
    UPDATE pages SET due_at = min(due_at, CAST(strftime('%s', 'now') AS INTEGER) * 1000)
      WHERE state = 0 AND (kind = 1 OR url <> key);
    UPDATE hosts SET next_at = ready_at WHERE next_at IS NOT NULL
      AND id IN (SELECT host FROM pages WHERE state = 0 AND (kind = 1 OR url <> key));
    UPDATE pages SET url = key WHERE url <> key;
    """

  static let tables = """
    CREATE TABLE sites (
      id INTEGER PRIMARY KEY, domain TEXT NOT NULL UNIQUE, is_seed INTEGER NOT NULL,
      is_trusted INTEGER NOT NULL, page_count INTEGER NOT NULL);
    CREATE TABLE hosts (
      id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, site INTEGER NOT NULL,
      ready_at INTEGER NOT NULL, failure_count INTEGER NOT NULL, crawl_delay INTEGER NOT NULL,
      next_at INTEGER, address TEXT, robots INTEGER NOT NULL,
      robots_expire_at INTEGER NOT NULL, robots_failing_since INTEGER NOT NULL,
      answer_time INTEGER NOT NULL, processor_time INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE robots (host INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE INDEX hosts_next ON hosts (next_at, id) WHERE next_at IS NOT NULL;
    CREATE TABLE pages (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, host INTEGER NOT NULL,
      site INTEGER NOT NULL, kind INTEGER NOT NULL, state INTEGER NOT NULL, depth INTEGER NOT NULL,
      hops INTEGER NOT NULL, due_at INTEGER NOT NULL, interval INTEGER NOT NULL,
      is_blocked INTEGER NOT NULL, tries INTEGER NOT NULL, missing_since INTEGER NOT NULL,
      status INTEGER NOT NULL, entity_tag TEXT, last_modified TEXT, content_hash INTEGER,
      fingerprint INTEGER NOT NULL, is_vague INTEGER NOT NULL, redirection INTEGER,
      is_moved INTEGER NOT NULL, canonical INTEGER, title TEXT NOT NULL,
      is_indexable INTEGER NOT NULL, fetched_at INTEGER NOT NULL, changed_at INTEGER NOT NULL,
      fetch_count INTEGER NOT NULL, change_count INTEGER NOT NULL, revision INTEGER NOT NULL,
      names_itself INTEGER NOT NULL DEFAULT 0, main_item INTEGER, reading_hash INTEGER,
      robots_tag TEXT, read_at INTEGER NOT NULL DEFAULT 0, unavailable_after INTEGER);
    CREATE INDEX pages_due ON pages (host, due_at, id) WHERE state = 0;
    CREATE INDEX pages_under_way ON pages (id) WHERE state = 1;
    CREATE INDEX pages_left_out ON pages (site, depth, id) WHERE state IN (2, 3, 4);
    CREATE INDEX pages_revision ON pages (revision) WHERE revision > 0;
    CREATE TABLE contents (page INTEGER PRIMARY KEY, content BLOB NOT NULL);
    CREATE TABLE links (
      source INTEGER NOT NULL, target INTEGER NOT NULL, weight REAL NOT NULL,
      PRIMARY KEY (source, target)) WITHOUT ROWID;
    CREATE TABLE counters (revision INTEGER NOT NULL);
    INSERT INTO counters VALUES (0);
    PRAGMA user_version = \(version);
    """
}
