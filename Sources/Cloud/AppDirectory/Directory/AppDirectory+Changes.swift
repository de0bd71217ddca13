internal import FresnelDatabase
internal import SiteAssociations
internal import WebAddresses

extension AppDirectory {
  /// What adding an app came to.
  package enum Change: Hashable, Sendable {
    /// It was not there.
    case added
    /// It was there, and is different now.
    case changed
    /// It was there like this.
    case unchanged
  }

  /// Adds an app by hand, or changes the one that has one of its identifiers: what is said now counts, what is not
  /// said stays.
  ///
  /// An app of a catalogue becomes one that was added by hand.
  ///
  /// - Parameter app: The app.
  /// - Returns: What became of it, and the app as it is now.
  /// - Throws: ``AppDirectoryError`` for an app that is none, or whose identifiers belong to two.
  package func put(
    _ app: ListedApp
  ) throws(AppDirectoryError) -> (change: Change, app: ListedApp) {
    try database.write { () throws(AppDirectoryError) in
      var owners = try self.owners(of: app)
      if let id = app.appStreamID {
        for row in try self.owners(of: id) where !owners.contains(row) { owners.append(row) }
      }
      let known = try apps(owners)
      let own = known.filter { $0.catalogue == nil }
      guard own.count < 2 else {
        throw AppDirectoryError(
          refusing: "These identifiers are those of two apps, \(own[0].identifier) and "
            + "\(own[1].identifier): remove one of them before.")
      }
      var merged = app
      merged.catalogue = nil
      for other in own + known.filter({ $0.catalogue != nil }) { merged.fill(from: other) }
      try check(merged)
      for row in owners.dropFirst() { try remove(row: row) }
      let saved = try save(merged, in: owners.first, revision: 0)
      let change: Change =
        known.isEmpty ? .added : known == [saved] ? .unchanged : .changed
      return (change, saved)
    }
  }

  /// Removes an app.
  ///
  /// - Parameter identifier: A name of it, of any kind.
  /// - Returns: The app; `nil` when none has the name.
  /// - Throws: ``AppDirectoryError``.
  package func remove(_ identifier: String) throws(AppDirectoryError) -> ListedApp? {
    try database.write { () throws(AppDirectoryError) in
      guard let row = try row(named: identifier), let app = try app([row]) else { return nil }
      try remove(row: row)
      return app
    }
  }

  /// Throws what is wrong with an app.
  func check(_ app: ListedApp) throws(AppDirectoryError) {
    if let fault = app.fault { throw AppDirectoryError(refusing: fault) }
  }

  /// The rows of apps that have an identifier of this one now.
  func owners(of app: ListedApp) throws(AppDirectoryError) -> [Int64] {
    var found: [Int64] = []
    func add(_ text: String, _ parameters: [Cell]) throws(AppDirectoryError) {
      for row in try rows(text, parameters) where !found.contains(row) { found.append(row) }
    }
    // An app's manifest and its name in AppStream mostly have one identifier, so where one of them is not known the
    // other one will do.
    if let name = app.bundleIdentifier {
      try add("SELECT id FROM apps WHERE bundle = ?", [.string(name)])
      try add(
        "SELECT id FROM apps WHERE appstream_name = ? AND bundle IS NULL", [.string(name)])
    }
    if let name = app.appStreamID?.name {
      try add("SELECT id FROM apps WHERE appstream_name = ?", [.string(name)])
      try add(
        "SELECT id FROM apps WHERE bundle = ? AND appstream_name IS NULL", [.string(name)])
    }
    for (store, id) in app.storeIDs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try add(
        "SELECT app FROM stores WHERE store = ? AND identifier = ?",
        [.string(store.rawValue), .string(id)])
    }
    return found
  }

  /// Writes an app in the place of a row, or as a new one; gives it as it is read again.
  @discardableResult
  func save(
    _ app: ListedApp, in row: Int64?, revision: Int64
  ) throws(AppDirectoryError) -> ListedApp {
    func word(_ text: String?) -> Cell { text.map { .string($0) } ?? .null }
    let cells: [Cell] = [
      word(app.bundleIdentifier), word(app.teamIdentifier), word(app.appStreamID?.description),
      word(app.appStreamID?.name), .string(app.name), word(app.icon?.href),
      word(app.supportURL?.href), word(app.marketingURL?.href), word(app.catalogue),
      .integer(revision),
    ]
    let columns = AppSchema.columns
    let number: Int64
    if let row {
      try removeParts(of: row)
      let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
      try statement("UPDATE apps SET \(changes) WHERE id = ?").run(cells + [.integer(row)])
      number = row
    } else {
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      let text =
        "INSERT INTO apps (\(columns.joined(separator: ", "))) VALUES (\(marks)) RETURNING id"
      number = try rows(text, cells).first ?? 0
    }
    try saveParts(of: app, number)
    return try self.app([number]) ?? app
  }

  private func saveParts(of app: ListedApp, _ number: Int64) throws(AppDirectoryError) {
    let id = Cell.integer(number)
    if let name = app.appStreamID?.name {
      // Who has a name now comes before who had it.
      try statement("DELETE FROM formers WHERE name = ?").run([.string(name)])
    }
    for former in app.formerIDs where former != app.appStreamID {
      let isTaken = try !owners(of: former).isEmpty
      if isTaken { continue }
      try statement("INSERT INTO formers (name, app, text) VALUES (?, ?, ?)")
        .run([.string(former.name), id, .string(former.description)])
    }
    for (store, identifier) in app.storeIDs {
      try statement("INSERT OR REPLACE INTO stores (store, identifier, app) VALUES (?, ?, ?)")
        .run([.string(store.rawValue), .string(identifier), id])
    }
    for (place, domain) in app.domains.enumerated() {
      try statement(
        "INSERT INTO domains (host, is_wildcard, app, place, entry) VALUES (?, ?, ?, ?, ?)"
      ).run([
        .string(domain.fileHost), .integer(domain.host.hasPrefix("*.") ? 1 : 0), id,
        .integer(Int64(place)), .string(domain.description),
      ])
    }
    for (place, scheme) in app.schemes.enumerated() {
      try statement("INSERT INTO schemes (scheme, app, place) VALUES (?, ?, ?)")
        .run([.string(scheme), id, .integer(Int64(place))])
    }
  }

  private func removeParts(of row: Int64) throws(AppDirectoryError) {
    for table in ["formers", "stores", "domains", "schemes"] {
      try statement("DELETE FROM \(table) WHERE app = ?").run([.integer(row)])
    }
  }

  /// Removes the app in a row.
  func remove(row: Int64) throws(AppDirectoryError) {
    try removeParts(of: row)
    try statement("DELETE FROM apps WHERE id = ?").run([.integer(row)])
  }
}
