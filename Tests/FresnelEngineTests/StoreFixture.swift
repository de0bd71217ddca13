import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelStorage
import FresnelText
import Synchronization

extension BulkIndexing {
  /// Whatever waits when the next batch comes goes straight to files, one for each few items.
  static var small: BulkIndexing {
    var bulk = BulkIndexing()
    (bulk.batchByteCount, bulk.waitingByteCount, bulk.fileByteCount) = (1, 0, 400)
    return bulk
  }
}

/// A clock that tests move by hand.
final class ManualClock: Sendable {
  private let seconds = Mutex(0.0)

  var now: Timestamp { Timestamp(secondsSinceReferenceDate: seconds.withLock { $0 }) }

  func advance(by interval: Double) {
    seconds.withLock { $0 += interval }
  }
}

extension Store {
  /// Applies a batch and waits for its completion.
  func apply(_ batch: Batch) async -> StoreError? {
    await withCheckedContinuation { continuation in
      submit(batch) { continuation.resume(returning: $0) }
    }
  }

  /// Puts items into an index.
  func put(_ items: [Item], into scope: IndexScope = .notes) async throws {
    let encoded = try items.map { try ItemCodec.encode($0) }
    if let error = await apply(Batch(scope: scope, operations: [.put(encoded)])) { throw error }
  }
}

extension IndexScope {
  static let notes = IndexScope(app: "org.example.notes")
  static let mail = IndexScope(app: "org.example.mail", index: "inbox")
}

extension Item {
  /// An item with a title and perhaps a text.
  init(_ identifier: String, title: String, text: String? = nil, domain: String? = nil) {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    if let text { attributes[.textContent] = .string(text) }
    self.init(uniqueIdentifier: identifier, domainIdentifier: domain, attributes: attributes)
  }
}

extension Snapshot {
  /// The identifiers of the matches of a query, sorted.
  func matches(
    _ text: String, in filter: ScopeFilter = .everything, locale: TextLocale = .root
  ) throws -> [String] {
    var identifiers: [String] = []
    let context = EvaluationContext(now: time, locale: locale)
    try forEachMatch(of: try parseQuery(text), in: filter, context: context) { hit in
      identifiers.append(hit.item.uniqueIdentifier)
      return true
    }
    return identifiers.sorted()
  }

  /// The identifiers of the best matches of what a person typed, best first.
  func typed(_ text: String, limit: Int = 10) throws -> [String] {
    guard let query = UserQuery.query(for: text, locale: .root) else { return [] }
    return try search(
      SearchRequest(query: query, limit: limit, context: EvaluationContext(now: time))
    ).hits.map { $0.item.uniqueIdentifier }
  }

  /// The identifiers of all items, in order.
  func identifiers(in filter: ScopeFilter = .everything) -> [String] {
    var identifiers: [String] = []
    forEachItem(in: filter) { _, item in
      identifiers.append(item.uniqueIdentifier)
      return true
    }
    return identifiers
  }
}

/// Calls a closure with the path of a directory that is removed afterwards.
func withTemporaryStore<Result>(
  _ body: (String) async throws -> Result
) async throws -> Result {
  let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-engine")
  defer { try? FileSystem.removeTree(directory) }
  return try await body(directory + "/store")
}
