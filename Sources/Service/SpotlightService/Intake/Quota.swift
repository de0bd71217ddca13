internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// Sees to it that an app stores no more than it may. Batches that only delete always pass.
///
/// What an app has is counted from time to time, and estimated in between; near the limit it is counted for
/// every batch.
final class Quota: Sendable {
  private struct Usage {
    var itemCount = 0
    var byteCount = 0
    /// Batches that were estimated since it was counted.
    var batchCount = 0
  }

  /// The largest domains of an app, as they were some time ago.
  private struct Domains {
    var sizes: [(name: String, byteCount: Int)]
    var time: UInt64
  }
  private let usages = Mutex<[String: Usage]>([:])
  private let domains = Mutex<[String: Domains]>([:])
  /// So many batches are estimated.
  private static let estimateCount = 64
  /// How long the largest domains are believed, in nanoseconds.
  private static let domainTime: UInt64 = 60_000_000_000
  private static let domainCount = 3

  /// Checks whether an app may put what is in a batch; called on the intake queue of its store.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/quotaExceeded``; its details tell the size, the
  ///   limit and the largest domains. ``ServiceError/Code/paused`` when nothing is taken now.
  func check(_ batch: Batch, _ core: ServiceCore) throws(ServiceError) {
    let app = batch.scope.app
    let allowance = core.host.allowance(of: AppIdentity(identifier: app))
    if allowance.isPaused {
      throw ServiceError(.paused, "Indexing is paused for the app.")
    }
    if allowance == .unlimited { return }
    let (itemCount, byteCount) = batch.putSize
    if itemCount == 0 { return }
    let estimate = usages.withLock { usages -> Usage? in
      guard var usage = usages[app], usage.batchCount < Self.estimateCount else { return nil }
      usage.itemCount += itemCount
      usage.byteCount += byteCount
      usage.batchCount += 1
      guard
        usage.itemCount < allowance.itemCount / 10 * 9,
        usage.byteCount < allowance.byteCount / 10 * 9
      else { return nil }
      usages[app] = usage
      return usage
    }
    if estimate != nil { return }
    var usage = try count(app, core)
    let (newItems, newBytes) = try growth(of: batch, core)
    usage.itemCount += newItems
    usage.byteCount += newBytes
    guard usage.itemCount <= allowance.itemCount, usage.byteCount <= allowance.byteCount else {
      throw exceeded(usage.itemCount - newItems, usage.byteCount - newBytes, allowance, app, core)
    }
    usages.withLock { $0[app] = usage }
  }

  /// Forgets what is known of an app, which may have less by now.
  func forget(_ app: String) {
    _ = usages.withLock { $0.removeValue(forKey: app) }
  }

  // MARK: - Counting

  private func count(_ app: String, _ core: ServiceCore) throws(ServiceError) -> Usage {
    var usage = Usage()
    for store in core.stores where store.key.isKnown {
      guard let snapshot = try? store.snapshot() else { continue }
      for scope in snapshot.scopes() where scope.scope.app == app {
        usage.itemCount += scope.itemCount
        usage.byteCount += scope.itemByteCount
      }
    }
    return usage
  }

  /// By how much a batch makes its index grow: items that it has already count by what they grow.
  private func growth(
    of batch: Batch, _ core: ServiceCore
  ) throws(ServiceError) -> (items: Int, bytes: Int) {
    var (items, bytes) = (0, 0)
    guard let store = core.stores.first(where: { $0.key.isKnown && $0.holds(batch.scope) }) else {
      return batch.putSize
    }
    let snapshot = try store.snapshot()
    for operation in batch.operations {
      switch operation {
      case .putEncoded(let encoded):
        for item in encoded {
          let stored = snapshot.item(scope: batch.scope, identifier: item.uniqueIdentifier)
          if stored == nil { items += 1 }
          // A partial update adds to what is there.
          bytes += item.byteCount - (item.isUpdate ? 0 : stored?.byteCount ?? 0)
        }
      case .deleteAll:
        if let size = snapshot.scopes().first(where: { $0.scope == batch.scope }) {
          (items, bytes) = (-size.itemCount, -size.itemByteCount)
        }
      case .put, .deleteIdentifiers, .deleteDomains: break
      }
    }
    return (items, bytes)
  }

  // MARK: - The error

  private func exceeded(
    _ itemCount: Int, _ byteCount: Int, _ allowance: AppAllowance, _ app: String,
    _ core: ServiceCore
  ) -> ServiceError {
    core.host.log(
      LogEvent(
        .quotaReached, app: AppIdentity(identifier: app), message: "The app stores all it may."))
    var details = [
      ServiceError.Detail(key: "items", value: "\(itemCount)"),
      ServiceError.Detail(key: "items.limit", value: "\(allowance.itemCount)"),
      ServiceError.Detail(key: "size", value: "\(byteCount)"),
      ServiceError.Detail(key: "limit", value: "\(allowance.byteCount)"),
    ]
    for (index, domain) in largestDomains(of: app, core).enumerated() {
      details.append(.init(key: "domain.\(index + 1)", value: domain.name))
      details.append(.init(key: "domain.\(index + 1).size", value: "\(domain.byteCount)"))
    }
    return ServiceError(
      .quotaExceeded,
      "The app stores \(itemCount) items of \(byteCount) bytes; it may store \(allowance.itemCount) "
        + "of \(allowance.byteCount). Delete some.", details: details)
  }

  private func largestDomains(
    of app: String, _ core: ServiceCore
  ) -> [(name: String, byteCount: Int)] {
    let now = core.options.monotonicClock()
    if let known = domains.withLock({ $0[app] }), now &- known.time < Self.domainTime {
      return known.sizes
    }
    var sizes: [String: Int] = [:]
    for store in core.stores where store.key.isKnown {
      guard let snapshot = try? store.snapshot() else { continue }
      snapshot.forEachItem(in: .app(app)) { _, item in
        sizes[item.domainIdentifier ?? "", default: 0] += item.byteCount
        return true
      }
    }
    let largest = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.domainCount).map { (name: $0.key, byteCount: $0.value) }
    domains.withLock { $0[app] = Domains(sizes: largest, time: now) }
    return largest
  }
}

extension Batch {
  /// The items that a batch puts, and their bytes.
  var putSize: (items: Int, bytes: Int) {
    var (items, bytes) = (0, 0)
    for case .putEncoded(let encoded) in operations {
      items += encoded.count
      for item in encoded { bytes += item.byteCount }
    }
    return (items, bytes)
  }
}

extension ClassStore {
  /// Whether the store has an index.
  func holds(_ scope: IndexScope) -> Bool { (try? snapshot().knows(scope)) ?? false }
}
