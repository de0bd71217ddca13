import FresnelEngine
import FresnelModel

/// Replaces 10,000 items by their identifiers in one commit, then deletes 10,000 others in another; then
/// come ``SmallChanges``.
struct UpdatePhase {
  let options: PhaseOptions

  init(options: PhaseOptions) {
    self.options = options
  }

  func run() throws -> JSONValue {
    let files = QueryFiles(directory: options.queries)
    let replaced = try items(Set(files.replacedIdentifiers()))
    let deleted = try files.deletedIdentifiers()
    let measured = try MeasuredStore(options)
    let replacing = Stopwatch()
    try measured.apply([
      .put(
        try replaced.map { item in
          var item = item
          item.title += " updated"
          return try item.encoded()
        })
    ])
    let replacingSeconds = replacing.seconds
    let deleting = Stopwatch()
    try measured.apply([.deleteIdentifiers(deleted)])
    let deletingSeconds = deleting.seconds
    let taken = Set(replaced.map(\.identifier) + deleted)
    let small = try SmallChanges(options.items, besides: taken).run(on: measured)
    let settling = Stopwatch()
    try measured.store.compact()
    let settlingSeconds = settling.seconds
    measured.store.close()
    return .object(
      [
        JSONMember("upsert_s", .rounded(replacingSeconds, digits: 4)),
        JSONMember("upsert_per_s", .rounded(Double(replaced.count) / replacingSeconds, digits: 0)),
        JSONMember("delete_s", .rounded(deletingSeconds, digits: 4)),
        JSONMember("delete_per_s", .rounded(Double(deleted.count) / deletingSeconds, digits: 0)),
      ] + small + [
        JSONMember("settle_s", .rounded(settlingSeconds, digits: 3)),
        JSONMember("bytes_after", .count(try StoreFiles(options.store).byteCount)),
      ])
  }

  private func items(_ identifiers: Set<String>) throws -> [BenchmarkItem] {
    var file = try ItemsFile(options.items)
    var items: [BenchmarkItem] = []
    while items.count < identifiers.count, let item = try file.next() {
      if identifiers.contains(item.identifier) { items.append(item) }
    }
    return items
  }
}
