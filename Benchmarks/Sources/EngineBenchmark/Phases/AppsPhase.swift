import FresnelEngine
import FresnelModel

/// Asks for the beginnings of words in the items of one app, when the store holds those of several.
///
/// Each kind of item (packages, films, books and so on) is an app of its own. Many of the pairs are at odds
/// with each other: an app with few items that have the prefix, beside one with very many.
struct AppsPhase {
  let options: PhaseOptions
  /// So many prefixes of each length are asked, the most frequent ones among the keystrokes.
  private static let prefixCount = 25

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let prefixes = try frequentPrefixes()
    let measured = try MeasuredStore(options, isNew: true, window: 2)
    defer { measured.store.close() }
    let apps = try fill(measured)
    let search = ItemSearch(store: measured.store)
    var figures = WorkloadFigures()
    for app in apps {
      for prefix in prefixes { _ = try search.typed(prefix, in: .app(app)) }
      for prefix in prefixes {
        _ = try figures.measure(group: app) { try search.typed(prefix, in: .app(app)) }
      }
    }
    return .object(figures.members("apps"))
  }

  /// Indexes each item under the app that its identifier begins with; returns the apps.
  private func fill(_ measured: MeasuredStore) throws -> [String] {
    var items = try ItemsFile(options.items, limit: options.limit)
    var apps: Set<String> = []
    while true {
      let batch = try items.next(count: 2048)
      if batch.isEmpty { break }
      for (app, items) in Dictionary(grouping: batch, by: Self.app) {
        apps.insert(app)
        measured.submit([.put(try items.map { try $0.encoded() })], app: app)
      }
    }
    try measured.finish()
    try measured.store.compact()
    return apps.sorted()
  }

  private static func app(of item: BenchmarkItem) -> String {
    String(item.identifier.prefix { $0 != ":" })
  }

  private func frequentPrefixes() throws -> [String] {
    let typed = try QueryFiles(directory: options.queries).keystrokes(ofItems: 0).map(\.typed)
    return (1...3).flatMap { count in
      Dictionary(grouping: typed.filter { $0.count == count }, by: { $0 })
        .map { (prefix: $0.key, count: $0.value.count) }
        .sorted { ($1.count, $0.prefix) < ($0.count, $1.prefix) }
        .prefix(Self.prefixCount)
        .map(\.prefix)
    }
  }
}
