internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// Sees to it that an app stores no more than it may. Batches that only delete always pass.
///
/// What an app has is counted once, and again where the limit seems to be exceeded. In between every item that
/// is put is taken to be new; near the limit it is looked up whether it is. So what is believed is never less
/// than what is there.
final class Quota: Sendable {
  private struct Usage {
    var itemCount = 0
    var byteCount = 0

    static func + (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount + right.itemCount, byteCount: left.byteCount + right.byteCount)
    }

    func fits(_ allowance: AppAllowance) -> Bool {
      itemCount <= allowance.itemCount && byteCount <= allowance.byteCount
    }

    /// Whether it is well below the limit.
    func isFar(from allowance: AppAllowance) -> Bool {
      itemCount < allowance.itemCount / 10 * 9 && byteCount < allowance.byteCount / 10 * 9
    }
  }

  private struct App {
    /// What it has, batches that are under way included; `nil` before it was counted.
    var usage: Usage?
    /// What is in batches that are not durable yet.
    var underWay = Usage()
  }

  /// The largest domains of an app, as they were some time ago.
  private struct Domains {
    var sizes: [(name: String, byteCount: Int)]
    var time: UInt64
  }
  private let apps = Mutex<[String: App]>([:])
  private let domains = Mutex<[String: Domains]>([:])
  /// How long the largest domains are believed, in nanoseconds.
  private static let domainTime: UInt64 = 60_000_000_000
  private static let domainCount = 3

  /// Checks whether an app may put what is in a batch; called on the intake queue of its store. When it
  /// returns, ``finish(_:)`` is to be called once the batch is durable, or has failed.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/quotaExceeded``; its details tell the size, the
  ///   limit and the largest domains. ``ServiceError/Code/paused`` when nothing is taken now.
  func check(_ batch: Batch, _ core: ServiceCore) throws(ServiceError) {
    let app = batch.scope.app
    let allowance = core.host.allowance(of: AppIdentity(identifier: app))
    if allowance.isPaused {
      throw ServiceError(.paused, "Indexing is paused for the app.")
    }
    let size = batch.putSize
    let added = Usage(itemCount: size.items, byteCount: size.bytes)
    if allowance != .unlimited, size.items > 0 {
      try checkUsage(of: batch, added, allowance, core)
    }
    apps.withLock { apps in
      // Nothing is kept of apps without a limit.
      guard let entry = apps[app] else { return }
      apps[app]?.underWay = entry.underWay + added
    }
  }

  /// Takes note that a batch is durable, or has failed.
  func finish(_ batch: Batch) {
    let size = batch.putSize
    let removed = Usage(itemCount: -size.items, byteCount: -size.bytes)
    apps.withLock { apps in
      guard let entry = apps[batch.scope.app] else { return }
      apps[batch.scope.app]?.underWay = entry.underWay + removed
    }
  }

  private func checkUsage(
    of batch: Batch, _ added: Usage, _ allowance: AppAllowance, _ core: ServiceCore
  ) throws(ServiceError) {
    let app = batch.scope.app
    let known = apps.withLock { $0[app]?.usage }
    let usage = known ?? count(app, core)
    if (usage + added).isFar(from: allowance) {
      return apps.withLock { $0[app, default: App()].usage = usage + added }
    }
    let growth = try growth(of: batch, core)
    if (usage + growth).fits(allowance) {
      return apps.withLock { $0[app, default: App()].usage = usage + growth }
    }
    // Something may have been deleted since.
    let counted = count(app, core)
    guard (counted + growth).fits(allowance) else {
      throw exceeded(counted, allowance, app, core)
    }
    apps.withLock { $0[app, default: App()].usage = counted + growth }
  }

  /// Forgets what is known of an app, which has been removed.
  func forget(_ app: String) {
    apps.withLock { $0[app]?.usage = nil }
  }

  // MARK: - Counting

  private func count(_ app: String, _ core: ServiceCore) -> Usage {
    var usage = apps.withLock { $0[app]?.underWay ?? Usage() }
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
  ) throws(ServiceError) -> Usage {
    var (items, bytes) = (0, 0)
    guard let store = core.stores.first(where: { $0.key.isKnown && $0.holds(batch.scope) }) else {
      let size = batch.putSize
      return Usage(itemCount: size.items, byteCount: size.bytes)
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
    return Usage(itemCount: items, byteCount: bytes)
  }

  // MARK: - The error

  private func exceeded(
    _ usage: Usage, _ allowance: AppAllowance, _ app: String, _ core: ServiceCore
  ) -> ServiceError {
    core.host.log(
      LogEvent(
        .quotaReached, app: AppIdentity(identifier: app), message: "The app stores all it may."))
    var details = [
      ServiceError.Detail(key: "items", value: "\(usage.itemCount)"),
      ServiceError.Detail(key: "items.limit", value: "\(allowance.itemCount)"),
      ServiceError.Detail(key: "size", value: "\(usage.byteCount)"),
      ServiceError.Detail(key: "limit", value: "\(allowance.byteCount)"),
    ]
    for (index, domain) in largestDomains(of: app, core).enumerated() {
      details.append(.init(key: "domain.\(index + 1)", value: domain.name))
      details.append(.init(key: "domain.\(index + 1).size", value: "\(domain.byteCount)"))
    }
    return ServiceError(
      .quotaExceeded,
      "The app stores \(usage.itemCount) items of \(usage.byteCount) bytes; it may store \(allowance.itemCount) "
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
