@testable import FresnelEngine
import FresnelModel

extension GrowthCase {
  /// Batches: what a writer does with the operations of one, beside an empty store or one that has its items.
  static var batches: [GrowthCase] {
    [
      batch("batch: items", { number in [try put(number)] }),
      batch("batch: items that are stored", stored: true, { number in [try put(number)] }),
      batch(
        "batch: items, where stored ones stay", keepsStoredItems: true,
        { [try put($0), try put($0)] }),
      batch("batch: one item again and again", { _ in [try put(0)] }),
      batch("batch: updates", stored: true, { [try update($0, of: $0)] }),
      batch(
        "batch: updates of one item and deletions of domains, in turn",
        { [try update($0, of: 0), .deleteDomains(["d\($0)"])] }),
      batch(
        "batch: updates and deletions of their domains, in turn", stored: true,
        { [try update($0, of: $0), .deleteDomains(["d\($0)"])] }),
      batch(
        "batch: updates that move one item, and deletions of domains, in turn", stored: true,
        { [try update($0, of: 0, domain: "e\($0)"), .deleteDomains(["e\($0 - 1)"])] }),
      batch(
        "batch: items and deletions of one domain, in turn",
        { [try put($0, domain: "d.\($0)"), .deleteDomains(["d"])] }),
      batch(
        "batch: items and deletions of identifiers, in turn",
        { [try put($0), .deleteIdentifiers(["id-\($0 / 2)"])] }),
      batch("batch: items and deletions of all, in turn", { [try put($0), .deleteAll] }),
      // An identifier of a domain has a greatest length, so the depth of one does not grow.
      batch(
        "batch: updates in deep domains, and a deletion of each level", stored: true,
        { number in
          let levels = Array(repeating: "a", count: number % 64)
          return [
            try update(number, of: number, domain: (levels + ["\(number)"]).joined(separator: ".")),
            .deleteDomains([(levels + ["x"]).joined(separator: ".")]),
          ]
        }),
    ]
  }

  /// Has the operations of a batch resolved, those that each part stands for one after another, and applies what the
  /// journal has of them.
  private static func batch(
    _ name: String, stored: Bool = false, keepsStoredItems: Bool = false,
    _ operations: @escaping (Int) throws -> [BatchRecord.Operation]
  ) -> GrowthCase {
    GrowthCase(name: name, smallest: 512, doublings: 4) { count in
      let record = BatchRecord(
        scope: IndexScope(app: "app"), time: now, operations: try (0..<count).flatMap(operations))
      var start = BatchApplication(IndexState())
      if stored {
        let items = BatchRecord(
          scope: record.scope, time: now, operations: try (0..<count).map { try put($0) })
        use(try start.resolve(.batch(items), largestByteCount: .max))
      }
      return {
        var application = start
        let resolved = try? application.resolve(
          .batch(record), keepsStoredItems: keepsStoredItems, largestByteCount: .max)
        // As the journal is replayed after a crash.
        var replayed = start
        if let resolved { use(try? replayed.apply(resolved)) }
      }
    }
  }

  private static let now = Timestamp(secondsSinceReferenceDate: 8e8)

  private static func put(_ number: Int, domain: String? = nil) throws -> BatchRecord.Operation {
    var item = Item(uniqueIdentifier: "id-\(number)")
    item.domainIdentifier = domain ?? "d\(number)"
    item.attributes[.title] = .string("Item number \(number)")
    return .put([try EncodedItem(validating: try ItemCodec.encode(item))])
  }

  /// A partial update that gives an item an attribute of its own.
  private static func update(
    _ number: Int, of identifier: Int, domain: String? = nil
  ) throws -> BatchRecord.Operation {
    var item = Item(uniqueIdentifier: "id-\(identifier)")
    item.isUpdate = true
    item.domainIdentifier = domain
    item.attributes[.custom(CustomAttributeKey(name: "own_\(number)"))] = .integer(Int64(number))
    return .put([try EncodedItem(validating: try ItemCodec.encode(item))])
  }
}
