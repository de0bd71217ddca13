public import CoreSpotlight
public import SpotlightSQLite

/// Keeps the favourites of a book findable. The app and its index extension declare it in the same way.
public struct RecipeSearch: Sendable {
  /// The index of the favourites.
  public let index: CSSearchableIndex
  /// What brings changes of the book into the index.
  public let database: SpotlightDatabase
  private let delegate: SpotlightDatabaseDelegate

  /// Ties the index to a book, which is there already.
  ///
  /// - Parameters:
  ///   - path: The book.
  ///   - didPrepare: Called for each favourite that was made ready for the index, on any thread.
  /// - Throws: `SpotlightDatabaseError`, as when the file is no book.
  public init(
    book path: String, didPrepare: (@Sendable () -> Void)? = nil
  ) throws(SpotlightDatabaseError) {
    index = CSSearchableIndex(name: "favourites")
    let recipes = SearchableTable(
      "recipe", where: "favourite = 1", contentType: .text,
      columns: [
        .title("title"), SearchableColumn("summary", \.contentDescription),
        SearchableColumn("ingredients", \.keywords), SearchableColumn("steps", \.textContent),
      ],
      prepare: { item, row in
        item.attributeSet.displayName = item.attributeSet.title
        if case .integer(let id)? = row["rowid"] {
          item.attributeSet.contentURL = URL(string: "recipes://\(id)")
        }
        didPrepare?()
      })
    database = try SpotlightDatabase(path: path, tables: [recipes], index: index)
    delegate = SpotlightDatabaseDelegate(database)
    // The index does not keep its delegate; this does.
    index.indexDelegate = delegate
  }

  /// What answers the index's requests, for an extension that passes them on.
  public var answers: any CSSearchableIndexDelegate { delegate }

  /// The recipe that an item of the index stands for.
  public static func recipe(of identifier: String) -> Int64? {
    guard let row = SpotlightDatabase.row(of: identifier), row.table == "recipe",
      case .integer(let id) = row.key
    else { return nil }
    return id
  }

  /// The identifier of a recipe's item.
  public static func identifier(of recipe: Int64) -> String {
    SpotlightDatabase.identifier(table: "recipe", key: .integer(recipe))
  }
}
