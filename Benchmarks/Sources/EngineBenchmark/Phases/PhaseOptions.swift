/// What a phase works with.
struct PhaseOptions {
  /// The store's directory.
  let store: String
  /// The file of items.
  let items: String
  /// The directory of the query files.
  let queries: String
  /// The file of patterns.
  let patterns: String
  /// How many wanted items' keystrokes are asked; 0 asks all.
  let knownItemCount: Int
  /// How many items are read at most; `nil` reads all.
  let limit: Int?
  /// How many threads may analyse items; `nil` leaves it to the store.
  let threadCount: Int?
  /// How long a phase that has no end of its own goes on.
  let seconds: Int

  /// The options' names.
  static let names: Set<String> = [
    "--store", "--items", "--queries", "--patterns", "--known-items", "--limit", "--threads",
    "--seconds",
  ]

  init(_ options: OptionReader) throws {
    store = try options.required("--store")
    items = options["--items"] ?? ""
    queries = options["--queries"] ?? ""
    patterns = options["--patterns"] ?? ""
    knownItemCount = try options.number("--known-items") ?? 0
    limit = try options.number("--limit")
    threadCount = try options.number("--threads")
    seconds = try options.number("--seconds") ?? 5
  }
}
