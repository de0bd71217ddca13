internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Sees to it that an app stores no more than it may. Batches that only delete always pass.
///
/// What an app has is counted once, and again where the limit seems to be exceeded. In between every item that
/// is put is taken to be new; near the limit it is looked up whether it is. So what is believed is never less
/// than what is there. What is gathered aside counts as far as it is more than what it is to replace.
///
/// An app that was refused is not counted again for a second, unless it has deleted something.
final class Quota: Sendable {
  /// A number of items and their bytes.
  struct Usage {
    var itemCount = 0
    var byteCount = 0

    static func + (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount + right.itemCount, byteCount: left.byteCount + right.byteCount)
    }

    static func - (left: Usage, right: Usage) -> Usage {
      Usage(
        itemCount: left.itemCount - right.itemCount, byteCount: left.byteCount - right.byteCount)
    }

    /// What is not negative of it.
    var growth: Usage { Usage(itemCount: max(0, itemCount), byteCount: max(0, byteCount)) }

    /// Whether something becomes less.
    var isShrinking: Bool { itemCount < 0 || byteCount < 0 }

    func fits(_ allowance: AppAllowance) -> Bool {
      itemCount <= allowance.itemCount && byteCount <= allowance.byteCount
    }

    /// Whether it is well below the limit.
    func isFar(from allowance: AppAllowance) -> Bool {
      itemCount < allowance.itemCount / 10 * 9 && byteCount < allowance.byteCount / 10 * 9
    }
  }

  /// That an app was counted, and refused something.
  private struct Refusal {
    var time: UInt64
    var counted: Usage
    /// The size of the batch, if it was to be gathered aside.
    var gathering: Usage?
    /// Whether what was under way may have been counted twice.
    var isDoubtful: Bool
  }

  private struct App {
    /// What it has, batches that are under way included; `nil` before it was counted.
    var usage: Usage?
    /// By how much it grew since the process began, deletions apart.
    var grown = Usage()
    /// What is in batches that are not durable yet.
    var underWay = Usage()
    /// The same of what is gathered aside, by the index that it is for.
    var gathered: [String: Usage] = [:]
    var refusal: Refusal?

    /// Records what is under way, or no longer.
    mutating func add(_ size: Usage, of scope: IndexScope) {
      guard let index = ScopeName.replaced(by: scope) else { return underWay = underWay + size }
      let sum = gathered[index, default: Usage()] + size
      gathered[index] = sum.itemCount == 0 ? nil : sum
    }
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
  /// How long a refusal is believed, in nanoseconds.
  private static let refusalTime: UInt64 = 1_000_000_000

  /// Checks whether an app may put what is in a batch; called on the intake queue of its store. When it
  /// returns, ``finish(_:)`` is to be called once the batch is durable, or has failed.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - core: The core that is to store it.
  ///   - evenIfPaused: Whether it was accepted before, so that a pause does not matter.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/quotaExceeded``; its details tell the size, the
  ///   limit and the largest domains. ``ServiceError/Code/paused`` when nothing is taken now.
  func check(
    _ batch: Batch, _ core: ServiceCore, evenIfPaused: Bool = false
  ) throws(ServiceError) {
    let app = batch.scope.app
    let allowance = try allowance(of: app, core, evenIfPaused: evenIfPaused)
    let added = Self.size(of: batch)
    if allowance != .unlimited, added.itemCount > 0 {
      if ScopeName.replaced(by: batch.scope) == nil {
        try checkUsage(of: batch, added, allowance, core)
      } else {
        try checkGathering(batch, added, allowance, core)
      }
    }
    // Nothing is kept of apps without a limit.
    apps.withLock { $0[app]?.add(added, of: batch.scope) }
  }

  /// Takes note that a batch is durable, or has failed.
  func finish(_ batch: Batch) {
    let size = Self.size(of: batch)
    apps.withLock { apps in
      apps[batch.scope.app]?.add(Usage() - size, of: batch.scope)
      if batch.isDeleting || apps[batch.scope.app]?.refusal?.isDoubtful == true {
        apps[batch.scope.app]?.refusal = nil
      }
    }
  }

  /// Checks whether what was gathered aside may take its place; called on the intake queue of its store.
  ///
  /// - Parameters:
  ///   - batch: Puts it there.
  ///   - scope: Where it was gathered.
  ///   - replaced: Counts the items and bytes that it takes the place of.
  ///   - core: Whose stores are counted.
  /// - Throws: As ``check(_:_:evenIfPaused:)``.
  func check(
    _ batch: Batch, from scope: IndexScope, replacing replaced: () -> (items: Int, bytes: Int),
    _ core: ServiceCore
  ) throws(ServiceError) {
    let app = batch.scope.app
    let allowance = try allowance(of: app, core)
    // What was gathered is in what is believed.
    let known = apps.withLock { $0[app]?.usage }
    guard allowance != .unlimited, !(known?.isFar(from: allowance) ?? false) else { return }
    let counted = count(app, besides: scope, core)
    let replaced = replaced()
    let growth =
      Self.size(of: batch) - Usage(itemCount: replaced.items, byteCount: replaced.bytes)
    guard (counted + growth).fits(allowance) else {
      throw exceeded(counted, growingBy: growth, allowance, app, core)
    }
  }

  /// How much an app may store.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/paused``.
  func allowance(
    of app: String, _ core: ServiceCore, evenIfPaused: Bool = false
  ) throws(ServiceError) -> AppAllowance {
    let allowance = core.host.allowance(of: AppIdentity(identifier: app))
    if allowance.isPaused, !evenIfPaused { throw .paused }
    return allowance
  }

  private func checkUsage(
    of batch: Batch, _ added: Usage, _ allowance: AppAllowance, _ core: ServiceCore
  ) throws(ServiceError) {
    let app = batch.scope.app
    let (known, before) = known(of: app)
    let usage = known ?? count(app, core)
    if (usage + added).isFar(from: allowance) {
      return believe(usage, since: before, with: added, of: app)
    }
    let growth = try growth(of: batch, core)
    if growth.isShrinking { apps.withLock { $0[app]?.refusal = nil } }
    // Should the batch fail, nothing of it is deleted: only what it adds is believed.
    if (usage + growth).fits(allowance) {
      return believe(usage, since: before, with: growth.growth, of: app)
    }
    if let refusal = refusal(of: app, core), refusal.gathering == nil,
      !(refusal.counted + growth).fits(allowance)
    {
      throw error(refusal.counted, growingBy: growth, allowance, app, core)
    }
    // Something may have been deleted since.
    let counted = count(app, core)
    guard (counted + growth).fits(allowance) else {
      noteRefusal(counted, gathering: nil, of: app, core)
      throw exceeded(counted, growingBy: growth, allowance, app, core)
    }
    believe(counted, since: before, with: growth.growth, of: app)
  }

  private func checkGathering(
    _ batch: Batch, _ added: Usage, _ allowance: AppAllowance, _ core: ServiceCore
  ) throws(ServiceError) {
    let app = batch.scope.app
    let (known, before) = known(of: app)
    if let known, (known + added).isFar(from: allowance) {
      return believe(known, since: before, with: added, of: app)
    }
    if let refusal = refusal(of: app, core), let gathering = refusal.gathering,
      !(added - gathering).isShrinking
    {
      throw error(refusal.counted, allowance, app, core)
    }
    let counted = count(app, gathering: batch, core)
    guard counted.fits(allowance) else {
      noteRefusal(counted, gathering: added, of: app, core)
      throw exceeded(counted, allowance, app, core)
    }
    believe(counted - added, since: before, with: added, of: app)
  }

  /// What is believed of an app, if it was counted, and how much it has grown by then.
  private func known(of app: String) -> (usage: Usage?, grown: Usage) {
    apps.withLock { ($0[app]?.usage, $0[app]?.grown ?? Usage()) }
  }

  /// Records what an app has.
  ///
  /// - Parameters:
  ///   - usage: What it was found to have.
  ///   - before: How much it had grown before that was looked at. What another store took since comes to it.
  ///   - growth: What is put now.
  ///   - app: The app.
  private func believe(
    _ usage: Usage, since before: Usage, with growth: Usage, of app: String
  ) {
    apps.withLock { apps in
      var entry = apps[app] ?? App()
      entry.usage = usage + (entry.grown - before) + growth
      entry.grown = entry.grown + growth
      apps[app] = entry
    }
  }

  /// That the app was refused something a moment ago, if it cannot have less since.
  private func refusal(of app: String, _ core: ServiceCore) -> Refusal? {
    guard let refusal = apps.withLock({ $0[app]?.refusal }),
      MonotonicClock.elapsed(from: refusal.time, to: core.options.monotonicClock())
        < Self.refusalTime
    else { return nil }
    return refusal
  }

  private func noteRefusal(
    _ counted: Usage, gathering: Usage?, of app: String, _ core: ServiceCore
  ) {
    let now = core.options.monotonicClock()
    apps.withLock { apps in
      var entry = apps[app] ?? App()
      let isDoubtful = entry.underWay.itemCount > 0 || !entry.gathered.isEmpty
      entry.refusal = Refusal(
        time: now, counted: counted, gathering: gathering, isDoubtful: isDoubtful)
      apps[app] = entry
    }
  }

  /// An app has given up something that was counted.
  func noteDeletion(of app: String) {
    apps.withLock { $0[app]?.refusal = nil }
  }

  /// Forgets what is known of an app, which has been removed.
  func forget(_ app: String) {
    apps.withLock { apps in
      apps[app]?.usage = nil
      apps[app]?.refusal = nil
    }
  }

  // MARK: - Counting

  /// Counts what an app has.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - batch: A batch to be gathered aside, which counts too.
  ///   - scope: An index that does not count.
  ///   - core: Whose stores are counted.
  /// - Returns: What is there, and what is under way.
  func count(
    _ app: String, gathering batch: Batch? = nil, besides scope: IndexScope? = nil,
    _ core: ServiceCore
  ) -> Usage {
    var entry = apps.withLock { $0[app] } ?? App()
    if let batch { entry.add(Self.size(of: batch), of: batch.scope) }
    var usage = entry.underWay
    var sizes: [String: Usage] = [:]
    for store in core.stores where store.key.isKnown {
      guard let snapshot = try? store.snapshot() else { continue }
      let dropped = store.staging.withLock { $0.dropped }
      for known in snapshot.scopes() where known.scope.app == app {
        // What is kept about the person is not the app's.
        if known.scope == scope || known.scope.isAboutPerson || dropped.contains(known.scope) {
          continue
        }
        let size = Usage(itemCount: known.itemCount, byteCount: known.itemByteCount)
        if ScopeName.replaced(by: known.scope) != nil {
          entry.add(size, of: known.scope)
        } else {
          usage = usage + size
          sizes[known.scope.index, default: Usage()] = size + (sizes[known.scope.index] ?? Usage())
        }
      }
    }
    for (index, size) in entry.gathered {
      usage = usage + (size - (sizes[index] ?? Usage())).growth
    }
    return usage
  }

  private static func size(of batch: Batch) -> Usage {
    let size = batch.putSize
    return Usage(itemCount: size.items, byteCount: size.bytes)
  }

  /// By how much a batch makes its index grow: items that it has already count by what they grow.
  private func growth(
    of batch: Batch, _ core: ServiceCore
  ) throws(ServiceError) -> Usage {
    let store = core.stores.first { $0.key.isKnown && $0.holds(batch.scope) }
    let growth = BatchGrowth(of: batch, in: try store?.snapshot())
    return Usage(itemCount: growth.itemCount, byteCount: growth.byteCount)
  }

  // MARK: - The error

  /// The error of an app that was counted just now, which is logged too.
  ///
  /// - Parameters:
  ///   - usage: What it was found to have.
  ///   - growth: What the change would add; `nil` where that is in the usage.
  ///   - allowance: What it may have.
  ///   - app: The app.
  ///   - core: Where it is logged.
  /// - Returns: The error.
  private func exceeded(
    _ usage: Usage, growingBy growth: Usage? = nil, _ allowance: AppAllowance, _ app: String,
    _ core: ServiceCore
  ) -> ServiceError {
    core.host.log(
      LogEvent(
        .quotaReached, app: AppIdentity(identifier: app), message: "The app stores all it may."))
    return error(usage, growingBy: growth, allowance, app, core)
  }

  /// The same error where it was logged before.
  func error(
    _ usage: Usage, growingBy growth: Usage? = nil, _ allowance: AppAllowance, _ app: String,
    _ core: ServiceCore
  ) -> ServiceError {
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
    func text(_ usage: Usage) -> String {
      "\(UsageText.items(usage.itemCount)) of \(UsageText.bytes(usage.byteCount))"
    }
    // A first change may be too large by itself.
    let whole = growth.map { ", and would have \(text(usage + $0))" } ?? ""
    return ServiceError(
      .quotaExceeded,
      "The app may store \(UsageText.items(allowance.itemCount)) and "
        + "\(UsageText.bytes(allowance.byteCount)) in all, and has \(text(usage))\(whole). "
        + "Delete some, or have the limit raised.",
      details: details)
  }

  private func largestDomains(
    of app: String, _ core: ServiceCore
  ) -> [(name: String, byteCount: Int)] {
    let now = core.options.monotonicClock()
    if let known = domains.withLock({ $0[app] }),
      MonotonicClock.elapsed(from: known.time, to: now) < Self.domainTime
    {
      return known.sizes
    }
    var sizes: [String: Int] = [:]
    for store in core.stores where store.key.isKnown {
      guard let snapshot = try? store.snapshot() else { continue }
      snapshot.forEachItem(
        in: .apps([app], except: [.activities(of: app), .engagement(of: app)])
      ) { _, item in
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
  /// Whether a batch puts anything.
  var putsItems: Bool {
    operations.contains { operation in
      switch operation {
      case .put(let items): !items.isEmpty
      case .putEncoded(let items): !items.isEmpty
      case .deleteIdentifiers, .deleteDomains, .deleteAll: false
      }
    }
  }

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

extension Batch {
  /// Whether a batch takes something away.
  fileprivate var isDeleting: Bool {
    operations.contains { operation in
      switch operation {
      case .put, .putEncoded: false
      case .deleteIdentifiers, .deleteDomains, .deleteAll: true
      }
    }
  }
}

extension ClassStore {
  /// Whether the store has an index.
  func holds(_ scope: IndexScope) -> Bool { (try? snapshot().knows(scope)) ?? false }
}
