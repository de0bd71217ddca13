internal import FresnelDatabase
internal import SiteAssociations
package import WebAddresses

/// The apps that an operator knows: what names them, where they can be got, which sites belong to them. A file of SQLite.
///
/// Other processes may read while one writes. It is used by one thread at a time.
package final class AppDirectory {
  typealias Statement = FresnelDatabase.Statement<AppDirectoryError>

  let database: Database<AppDirectoryError>
  /// Statements by their text; each is used by one call at a time and reset at its end.
  private var statements: [String: Statement] = [:]
  /// Files of sites by the sites' names: results of a search ask for the same few again and again.
  var associations: [String: KeptAssociation] = [:]

  /// Opens a file, or makes it.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - creating: Whether a file that is missing is made.
  /// - Throws: ``AppDirectoryError``, also for the file of a later version.
  package init(path: String, creating: Bool = true) throws(AppDirectoryError) {
    database = try Database(opening: path, creating: creating)
    if creating {
      // A transaction that has ended is in the log, which survives the end of the process.
      _ = try database.first("PRAGMA journal_mode = WAL")
      try database.execute("PRAGMA synchronous = NORMAL")
    }
    var version = try version()
    if version == 0, creating {
      // Another process may have made the tables meanwhile.
      try database.write { () throws(AppDirectoryError) in
        if try self.version() == 0 { try database.execute(AppSchema.tables) }
      }
      version = try self.version()
    }
    guard version == AppSchema.version else {
      throw AppDirectoryError(
        .open,
        version > AppSchema.version
          ? "The directory of apps \(path) has version \(version), and this program knows version "
            + "\(AppSchema.version): use the program that wrote it, or a newer one."
          : "\(path) is a database, and no directory of apps.")
    }
  }

  private func version() throws(AppDirectoryError) -> Int64 {
    guard case .integer(let version) = try database.first("PRAGMA user_version") else { return 0 }
    return version
  }

  // MARK: - Looking up

  /// All apps, by name.
  package func all() throws(AppDirectoryError) -> [ListedApp] {
    try database.read { () throws(AppDirectoryError) in
      try apps(try rows("SELECT id FROM apps ORDER BY name COLLATE NOCASE, id", []))
    }
  }

  /// How many apps there are.
  package func count() throws(AppDirectoryError) -> Int {
    Int(try rows("SELECT count(*) FROM apps", []).first ?? 0)
  }

  /// The app with a manifest's identifier.
  package func app(bundleIdentifier: String) throws(AppDirectoryError) -> ListedApp? {
    try app(try rows("SELECT id FROM apps WHERE bundle = ?", [.string(bundleIdentifier)]))
  }

  /// The app with a name in AppStream's catalogues; one that had the name formerly, where none has it now.
  package func app(_ id: AppStreamIdentifier) throws(AppDirectoryError) -> ListedApp? {
    try app(try owners(of: id))
  }

  /// The app with a name in a store.
  package func app(in store: AppStore, _ identifier: String) throws(AppDirectoryError) -> ListedApp?
  {
    try app(try rows(in: store, identifier))
  }

  /// The app that a page names by some identifier, without saying whose it is, as banners, App Links and Twitter
  /// tags do: of a store, of AppStream, of a manifest.
  ///
  /// Numbers are those of Apple's store.
  package func app(named identifier: String) throws(AppDirectoryError) -> ListedApp? {
    try row(named: identifier).flatMap { (row) throws(AppDirectoryError) in try app([row]) }
  }

  /// The row of the app with an identifier of any kind.
  func row(named identifier: String) throws(AppDirectoryError) -> Int64? {
    for store in AppStore.allCases where store.names(identifier) {
      if let row = try rows(in: store, identifier).first { return row }
    }
    if let id = AppStreamIdentifier(identifier), let row = try owners(of: id).first { return row }
    return try rows("SELECT id FROM apps WHERE bundle = ?", [.string(identifier)]).first
  }

  private func rows(
    in store: AppStore, _ identifier: String
  ) throws(AppDirectoryError) -> [Int64] {
    try rows(
      "SELECT app FROM stores WHERE store = ? AND identifier = ?",
      [.string(store.rawValue), .string(identifier)])
  }

  /// The apps that say that a site belongs to them: those with the longest host first, a host itself before those
  /// below another one, apps that were added by hand before those of catalogues.
  ///
  /// - Parameter host: In ASCII; its case doesn't matter.
  /// - Returns: The apps; whether the site says so too is for ``ProvenLinks``.
  /// - Throws: ``AppDirectoryError``.
  package func apps(ofSite host: String) throws(AppDirectoryError) -> [ListedApp] {
    try database.read { () throws(AppDirectoryError) in
      var found: [Int64] = []
      for (name, isWildcard) in Self.hosts(covering: host) {
        let rows = try rows(
          """
          SELECT DISTINCT app FROM domains JOIN apps ON apps.id = app WHERE host = ?
            AND is_wildcard = ? AND entry LIKE 'applinks:%' ORDER BY catalogue IS NOT NULL, app
          """, [.string(name), .integer(isWildcard ? 1 : 0)])
        for row in rows where !found.contains(row) { found.append(row) }
      }
      return try apps(found)
    }
  }

  /// What an entry may name so that it covers a host, the nearest first.
  static func hosts(covering host: String) -> [(name: String, isWildcard: Bool)] {
    let host = host.lowercased()
    var hosts = [(name: host, isWildcard: false)]
    var rest = host[...]
    while hosts.count <= 128, let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if !rest.isEmpty { hosts.append((String(rest), true)) }
    }
    return hosts
  }

  // MARK: - Statements

  /// A statement, prepared once.
  func statement(_ text: String) throws(AppDirectoryError) -> Statement {
    if let known = statements[text] { return known }
    let made = try database.prepare(text)
    statements[text] = made
    return made
  }

  /// The numbers in the first column of a query's rows.
  func rows(_ text: String, _ parameters: [Cell]) throws(AppDirectoryError) -> [Int64] {
    try list(text, parameters) { $0.integer(0) }
  }

  /// What a query's rows are read as.
  func list<Value>(
    _ text: String, _ parameters: [Cell], _ read: (borrowing Row) -> Value
  ) throws(AppDirectoryError) -> [Value] {
    var found: [Value] = []
    try statement(text).forEachRow(parameters) { (row) throws(AppDirectoryError) in
      found.append(read(row))
      return true
    }
    return found
  }
}
