import FresnelEngine
import FresnelModel

/// Changes one number of 10,000 items by partial updates, then renews the expiry of 10,000 others: until
/// each commit of 100 is durable, and at last everything can be searched.
struct SmallChanges {
  private static let count = 10_000
  private static let batchCount = 100

  let items: [BenchmarkItem]

  /// Takes items besides some.
  init(_ path: String, besides taken: Set<String>) throws {
    var file = try ItemsFile(path)
    var items: [BenchmarkItem] = []
    while items.count < 2 * Self.count, let item = try file.next() {
      if !taken.contains(item.identifier) { items.append(item) }
    }
    self.items = items
  }

  func run(on measured: MeasuredStore) throws -> [JSONMember] {
    let updates = try items.prefix(Self.count).map { item in
      var update = Item(uniqueIdentifier: item.identifier, isUpdate: true)
      update.attributes[.fileSize] = .integer(item.size + 1)
      return try ItemCodec.encode(update)
    }
    let renewals = try items.dropFirst(Self.count).map { item in
      let stored = try EncodedItem(validating: try item.encoded())
      return stored.renewed(until: Timestamp(secondsSinceReferenceDate: 2e9))
    }
    return try apply(updates, named: "number", to: measured)
      + apply(renewals, named: "renewal", to: measured)
  }

  private func apply(
    _ changes: [[UInt8]], named name: String, to measured: MeasuredStore
  ) throws -> [JSONMember] {
    let before = ProcessCosts.now
    let watch = Stopwatch()
    for start in stride(from: 0, to: changes.count, by: Self.batchCount) {
      try measured.apply([.put(Array(changes[start..<min(start + Self.batchCount, changes.count)]))]
      )
    }
    _ = measured.store.snapshot()
    let seconds = watch.seconds
    let costs = ProcessCosts.now.since(before)
    return [
      JSONMember("\(name)_s", .rounded(seconds, digits: 4)),
      JSONMember("\(name)_processor_s", .rounded(costs.processorSeconds, digits: 2)),
      JSONMember("\(name)_bytes_written", .count(costs.writtenByteCount)),
    ]
  }
}
