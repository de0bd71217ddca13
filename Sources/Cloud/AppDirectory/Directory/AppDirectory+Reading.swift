internal import FresnelDatabase
internal import SiteAssociations
internal import WebAddresses

extension AppDirectory {
  /// The first of some apps.
  func app(_ rows: [Int64]) throws(AppDirectoryError) -> ListedApp? {
    try apps(Array(rows.prefix(1))).first
  }

  /// The apps in some rows; those that are gone meanwhile are left out.
  func apps(_ rows: [Int64]) throws(AppDirectoryError) -> [ListedApp] {
    var apps: [ListedApp] = []
    for row in rows {
      if let app = try app(inRow: row) { apps.append(app) }
    }
    return apps
  }

  private func app(inRow id: Int64) throws(AppDirectoryError) -> ListedApp? {
    let number = [Cell.integer(id)]
    let found = try list(
      """
      SELECT name, bundle, team, appstream, icon, support, marketing, catalogue FROM apps
        WHERE id = ?
      """, number
    ) { row in
      var app = ListedApp(name: row.text(0))
      app.bundleIdentifier = row.word(1)
      app.teamIdentifier = row.word(2)
      app.appStreamID = row.word(3).flatMap { AppStreamIdentifier($0) }
      app.icon = row.word(4).flatMap { WebURL($0) }
      app.supportURL = row.word(5).flatMap { WebURL($0) }
      app.marketingURL = row.word(6).flatMap { WebURL($0) }
      app.catalogue = row.word(7)
      return app
    }
    guard var app = found.first else { return nil }
    app.formerIDs = try list("SELECT text FROM formers WHERE app = ? ORDER BY name", number) {
      AppStreamIdentifier($0.text(0))
    }.compactMap(\.self)
    for (store, id) in try list(
      "SELECT store, identifier FROM stores WHERE app = ?", number,
      { (AppStore(rawValue: $0.text(0)), $0.text(1)) })
    {
      // A later version may know further stores.
      if let store { app.storeIDs[store] = id }
    }
    app.domains = try list("SELECT entry FROM domains WHERE app = ? ORDER BY place", number) {
      AssociatedDomain($0.text(0))
    }.compactMap(\.self)
    app.schemes = try list("SELECT scheme FROM schemes WHERE app = ? ORDER BY place", number) {
      $0.text(0)
    }
    return app
  }

  /// The rows of the app that has a name in AppStream's catalogues, else of the one that had it.
  func owners(of id: AppStreamIdentifier) throws(AppDirectoryError) -> [Int64] {
    let name = [Cell.string(id.name)]
    let current = try rows("SELECT id FROM apps WHERE appstream_name = ?", name)
    return try current.isEmpty ? rows("SELECT app FROM formers WHERE name = ?", name) : current
  }
}

extension Row {
  /// The text of a column; `nil` for null.
  fileprivate borrowing func word(_ column: Int) -> String? {
    self[column] == .null ? nil : text(column)
  }
}
