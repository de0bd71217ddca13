internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import Synchronization

// What a search waits for in the first moments after a start, so that who asks once is not answered with less than there
// is, or in another order. A live search waits for none of it, since it runs again.

extension ServiceCore {
  /// A key that has not come so long after the core began, in nanoseconds, is not waited for: the person may have to be
  /// asked first.
  private static let keyPatience: UInt64 = 2_000_000_000

  /// Runs something once it is known of all stores whether there is a key, or some moments after the core began.
  ///
  /// - Parameter body: Called once, on any thread; before this returns where nothing is to be waited for.
  func whenFirstKeysAreKnown(_ body: @escaping @Sendable () -> Void) {
    let elapsed = MonotonicClock.elapsed(from: beginning, to: options.monotonicClock())
    guard elapsed < Self.keyPatience, !stores.allSatisfy(\.key.isKnown) else { return body() }
    let hasRun = Mutex(false)
    let runOnce: @Sendable () -> Void = {
      let isFirst = hasRun.withLock { hasRun in
        defer { hasRun = true }
        return !hasRun
      }
      if isFirst { body() }
    }
    options.later(Self.keyPatience - elapsed, runOnce)
    whenKeysAreKnown(runOnce)
  }

  /// How long a search waits until what the person chose was read, which takes milliseconds.
  enum ChoicePatience {
    /// It does not wait.
    case none
    /// Some moments, see ``CoreOptions/choicePatience``.
    case moments
    /// Until it was read.
    case unlimited
  }

  /// Has what the person chose read of some stores, unless that was done. It blocks as long as it waits.
  ///
  /// - Parameters:
  ///   - stores: The stores.
  ///   - patience: How long it waits. Live searches run again once all was read for which nobody has waited.
  func readChoices(of stores: [VisibleStore], _ patience: ChoicePatience) {
    if case .unlimited = patience { return stores.forEach { $0.fillEngagement() } }
    let (live, reading) = (live, DispatchGroup())
    for store in stores {
      reading.enter()
      let isBegun = store.beginFillingEngagement {
        live.runAll()
        reading.leave()
      }
      if !isBegun { reading.leave() }
    }
    if case .moments = patience { _ = reading.wait(timeout: .now() + options.choicePatience) }
  }

  /// Has what the person chose read, of the stores that can be opened now, before a search needs it. It waits for the
  /// disk.
  func readChoicesEarly() {
    let live = live
    for store in stores where store.key.isThere {
      guard let snapshot = try? store.snapshot(.published) else { continue }
      store.beginFilling(from: snapshot) { live.runAll() }
    }
  }
}
