internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Sees to it that nothing is acknowledged that nobody could read any more once this process has ended, since the
/// wrapped key of the store, or the secret that opens it, was deleted from the disk.
///
/// The disk is asked when the store's own directory was replaced, when the store is opened or closed, at each entry of
/// the metadata log, and otherwise at most once a second: a batch costs no system call. What is acknowledged between
/// two questions is followed by another one.
final class KeptKey: Sendable {
  /// How long an answer stands, in nanoseconds.
  private static let interval: UInt64 = 1_000_000_000

  private struct State {
    /// When the disk was last asked; `nil` when it has to be asked before anything is acknowledged.
    var lastLook: UInt64?
    /// Whether it will be asked again without a batch.
    var isTimed = false
    var failure: ServiceError?
  }

  private let keep: (@Sendable () throws(ServiceError) -> Bool)?
  private let core: CoreOptions
  private let protection: ProtectionClass
  private let log: @Sendable (LogEvent) -> Void
  private let state = Mutex(State())

  init(
    _ keep: (@Sendable () throws(ServiceError) -> Bool)?, _ core: CoreOptions,
    _ protection: ProtectionClass, log: @escaping @Sendable (LogEvent) -> Void
  ) {
    self.keep = keep
    self.core = core
    self.protection = protection
    self.log = log
  }

  /// The store's directory was deleted or replaced, and the key may be gone with it.
  func distrust() {
    state.withLock { $0.lastLook = nil }
  }

  /// Asks the disk.
  ///
  /// - Throws: ``ServiceError`` when it has no key and takes none.
  func check() throws(ServiceError) {
    guard keep != nil else { return }
    try state.withLock { (state) throws(ServiceError) in try look(&state) }
  }

  /// Asks the disk, if that is due.
  ///
  /// - Returns: Why nothing may be acknowledged now; `nil` when it may.
  func failureNow() -> ServiceError? {
    guard keep != nil else { return nil }
    let now = core.monotonicClock()
    let (failure, rest) = state.withLock { state -> (ServiceError?, UInt64?) in
      if let last = state.lastLook {
        let elapsed = MonotonicClock.elapsed(from: last, to: now)
        if elapsed < Self.interval {
          defer { state.isTimed = true }
          return (nil, state.isTimed ? nil : Self.interval - elapsed)
        }
      }
      do throws(ServiceError) {
        try look(&state)
        return (nil, nil)
      } catch {
        return (error, nil)
      }
    }
    if let rest {
      core.later(rest) { [weak self] in self?.timePassed() }
    }
    return failure
  }

  private func timePassed() {
    state.withLock { state in
      state.isTimed = false
      // What fails is noted, and keeps the next batch from being acknowledged.
      try? look(&state)
    }
  }

  private func look(_ state: inout State) throws(ServiceError) {
    guard let keep else { return }
    do throws(ServiceError) {
      if try keep() {
        log(
          LogEvent(
            .storeDamaged, protection: protection,
            message:
              "The wrapped key of the class, or the secret that opens it, was deleted; it is written again."
          ))
      }
      (state.lastLook, state.failure) = (core.monotonicClock(), nil)
    } catch {
      if state.failure != error {
        log(
          LogEvent(
            .writeFailed, protection: protection,
            message: "Nothing is stored in the class any more. \(error.message)"))
      }
      (state.lastLook, state.failure) = (nil, error)
      throw error
    }
  }
}
