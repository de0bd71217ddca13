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
  /// That an app was counted, and refused something.
  struct Refusal {
    var time: UInt64
    var counted: Usage
    /// The size of the batch, if it was to be gathered aside.
    var gathering: Usage?
    /// Whether what was under way may have been counted twice.
    var isDoubtful: Bool
  }

  /// What is known of an app.
  struct App {
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

  /// What is known of each app that has a limit.
  let apps = Mutex<[String: App]>([:])
  let largestDomains = LargestDomains()
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
}
