/// The tables of the directory.
enum AppSchema {
  static let version: Int64 = 1

  /// The columns of an app that are written, in the order in which ``AppDirectory`` names them.
  static let columns = [
    "bundle", "team", "appstream", "appstream_name", "name", "icon", "support", "marketing",
    "catalogue", "revision",
  ]

  static let tables = """
    CREATE TABLE apps (
      id INTEGER PRIMARY KEY, bundle TEXT UNIQUE, team TEXT, appstream TEXT,
      appstream_name TEXT UNIQUE, name TEXT NOT NULL, icon TEXT, support TEXT, marketing TEXT,
      catalogue TEXT, revision INTEGER NOT NULL);
    CREATE INDEX apps_catalogue ON apps (catalogue, revision) WHERE catalogue IS NOT NULL;
    CREATE TABLE formers (
      name TEXT PRIMARY KEY, app INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX formers_app ON formers (app);
    CREATE TABLE stores (
      store TEXT NOT NULL, identifier TEXT NOT NULL, app INTEGER NOT NULL,
      PRIMARY KEY (store, identifier)) WITHOUT ROWID;
    CREATE INDEX stores_app ON stores (app);
    CREATE TABLE domains (
      host TEXT NOT NULL, is_wildcard INTEGER NOT NULL, app INTEGER NOT NULL, place INTEGER NOT NULL,
      entry TEXT NOT NULL, PRIMARY KEY (app, place)) WITHOUT ROWID;
    CREATE INDEX domains_host ON domains (host, is_wildcard);
    CREATE TABLE schemes (
      scheme TEXT NOT NULL, app INTEGER NOT NULL, place INTEGER NOT NULL,
      PRIMARY KEY (app, place)) WITHOUT ROWID;
    CREATE INDEX schemes_scheme ON schemes (scheme);
    CREATE TABLE sites (
      name TEXT PRIMARY KEY, checked_at INTEGER NOT NULL, fetched_at INTEGER NOT NULL, file BLOB,
      problems TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE counters (revision INTEGER NOT NULL);
    INSERT INTO counters VALUES (0);
    PRAGMA user_version = \(version);
    """
}
