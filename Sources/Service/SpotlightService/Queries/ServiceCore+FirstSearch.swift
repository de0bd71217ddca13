internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import Synchronization

// What a search waits for in the first moments after a start, so that who asks once is not answered with less than
// there is, or in another order. A live search waits for none of it, since it runs again.

extension ServiceCore {
  /// A key that has not come so long after the core began, in nanoseconds, is not waited for: the person may have to be
  /// asked first.
  private static let keyPatience: UInt64 = 2_000_000_000

  /// Runs something once it is known of some stores whether there is a key, or some moments after the core began.
  ///
  /// - Parameters:
  ///   - searched: The stores.
  ///   - body: Called once, on any thread; before this returns where nothing is to be waited for. It is let go then.
  func whenFirstKeysAreKnown(
    of searched: [ClassStore], _ body: @escaping @Sendable () -> Void
  ) {
    let elapsed = MonotonicClock.elapsed(from: beginning, to: options.monotonicClock())
    guard elapsed < Self.keyPatience, !searched.allSatisfy(\.key.isKnown) else { return body() }
    let waiting = Mutex<(@Sendable () -> Void)?>(body)
    let runOnce: @Sendable () -> Void = { waiting.withLock { $0.take() }?() }
    options.later(Self.keyPatience - elapsed, runOnce)
    whenKeysAreKnown(of: searched[...], runOnce)
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
  ///   - patience: How long it waits. Live searches run again whenever one store was read.
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

  /// Has what the person chose read, of the stores whose keys are there, before a search needs it. It does not wait.
  func readChoicesEarly() {
    let live = live
    for store in stores where store.key.isThere { store.beginFilling { live.runAll() } }
  }
}
