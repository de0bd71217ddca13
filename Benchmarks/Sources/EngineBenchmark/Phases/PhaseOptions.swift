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
  /// Whether the store is encrypted, with a key that all phases know.
  let isEncrypted: Bool
  /// The size of the block cache in bytes; `nil` leaves it to the store.
  let cacheByteCount: Int?
  /// How long a phase that has no end of its own goes on.
  let seconds: Int

  /// The names of the options that a value follows.
  static let names: Set<String> = [
    "--store", "--items", "--queries", "--patterns", "--known-items", "--limit", "--threads",
    "--seconds", "--cache",
  ]
  /// The names of those that stand alone.
  static let flags: Set<String> = ["--encrypted"]

  init(_ options: OptionReader) throws {
    store = try options.required("--store")
    items = options["--items"] ?? ""
    queries = options["--queries"] ?? ""
    patterns = options["--patterns"] ?? ""
    knownItemCount = try options.number("--known-items") ?? 0
    limit = try options.number("--limit")
    threadCount = try options.number("--threads")
    isEncrypted = options.has("--encrypted")
    cacheByteCount = try options.number("--cache").map { $0 << 20 }
    seconds = try options.number("--seconds") ?? 5
  }
}
