internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// How what was picked up is opened.
struct HandoffOpening: Sendable {
  /// What lets the window take the focus.
  var token: String?
  /// Whether who asks has a terminal in which a program can run.
  var hasTerminal = false
}

/// An activity that comes from another device, while the app is found or started that it is for.
///
/// Methods may be called on any thread.
final class ArrivingActivity: Sendable {
  /// The name of the device that it comes from.
  let device: String
  /// Its type.
  let type: String
  /// Told when the app has taken it: the client, if there is one, and the number of the delivery.
  let taken: @Sendable (Session?, _ delivery: UInt64) -> Void

  /// What arrived, or why nothing does.
  typealias Outcome = Result<WireActivity, HandoffFailure>

  private struct State {
    var outcome: Outcome?
    var waiting: [@Sendable (Outcome) -> Void] = []
  }
  private let state = Mutex(State())

  /// Makes one that has not arrived.
  init(
    from device: String, type: String,
    taken: @escaping @Sendable (Session?, _ delivery: UInt64) -> Void
  ) {
    self.device = device
    self.type = type
    self.taken = taken
  }

  /// Tells what arrived, or that nothing does; what is told later is passed over.
  func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      guard state.outcome == nil else { return [] as [@Sendable (Outcome) -> Void] }
      state.outcome = outcome
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body(outcome) }
  }

  /// Calls the body once, when it is known what arrived; at once if it is.
  func whenSettled(_ body: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.waiting.append(body) }
      return state.outcome
    }
    if let outcome { body(outcome) }
  }
}
