internal import Foundation
internal import FresnelPlatform
internal import SpotlightClient
internal import Synchronization

/// One direction of a socket: how far the stream over it has come, and what its delegate is to be told.
///
/// A stream of Foundation is its face. All of it may be used on any thread.
final class StreamHalf: Sendable {
  /// How far a stream has come.
  enum Stage: Sendable {
    case notOpen
    case open
    /// All was read, up to where the other app ended.
    case atEnd
    case failed(StreamFailure)
    case closed
  }

  /// What one look at the socket tells.
  enum Readiness: Sendable {
    /// Bytes can be read or written.
    case ready
    /// Nothing can be done now.
    case notYet
    /// There will be nothing more.
    case over(Stage)
  }

  private struct State: Sendable {
    var stage = Stage.notOpen
    var socket: UnixSocket?
    var places: [RunLoopPlace] = []
    var token: EventLoop.Token?
    /// Whether the delegate is to be told when there is something to be done; not between being told so and
    /// doing it.
    var isArmed = false
    /// Whether a look at the socket is due.
    var isDue = false
    var owesOpening = false
    var owesOutcome = false
  }

  private let state: Mutex<State>
  private let interest: EventLoop.Interest
  private let look: @Sendable (UnixSocket) -> Readiness

  /// Makes a direction that is not open yet.
  ///
  /// - Parameters:
  ///   - socket: The socket, of which only one direction is used here; `nil` for one that is closed.
  ///   - interest: What the direction waits for.
  ///   - look: Finds out whether that can be done. It does not wait.
  init(
    _ socket: UnixSocket?, waitingFor interest: EventLoop.Interest,
    look: @escaping @Sendable (UnixSocket) -> Readiness
  ) {
    var state = State()
    state.socket = socket
    if socket == nil { state.stage = .closed }
    self.state = Mutex(state)
    self.interest = interest
    self.look = look
  }

  deinit {
    state.withLock { Self.unwatch(&$0) }
  }

  /// How far it has come.
  var stage: Stage { state.withLock { $0.stage } }

  /// The socket, while bytes may pass; `nil` otherwise.
  var openSocket: UnixSocket? {
    state.withLock { state in
      if case .open = state.stage { state.socket } else { nil }
    }
  }

  // MARK: - What the app does

  /// Lets bytes pass, unless that was done before.
  func open() {
    change { state in
      guard case .notOpen = state.stage else { return }
      state.stage = .open
      state.owesOpening = true
      state.isArmed = true
    }
  }

  /// Lets nothing pass any more; nothing is told from now on.
  ///
  /// - Returns: The socket, if it was in use until now.
  func close() -> UnixSocket? {
    state.withLock { state in
      Self.unwatch(&state)
      defer {
        state.stage = .closed
        state.socket = nil
        state.owesOpening = false
        state.owesOutcome = false
      }
      return state.socket
    }
  }

  /// The app has read or written something, so it is to be told when it can go on.
  func wasUsed() {
    change { $0.isArmed = true }
  }

  /// Looks at the socket for the app.
  ///
  /// - Returns: Whether bytes can be read or written now.
  func isReady() -> Bool {
    guard let socket = openSocket else { return false }
    switch look(socket) {
    case .ready: return true
    case .notYet: return false
    case .over(let stage):
      end(stage)
      return false
    }
  }

  /// Reading or writing has found the end.
  func end(_ stage: Stage) {
    change { Self.end(stage, &$0) }
  }

  // MARK: - Telling the delegate

  /// Has a body called in a mode of a run loop when ``takeEvent()`` may have something. Does nothing when it is
  /// called there already.
  func schedule(
    in loop: RunLoop, _ mode: RunLoop.Mode, _ body: @escaping @Sendable () -> Bool
  ) {
    guard !state.withLock({ $0.places.contains { $0.isPlace(in: loop, mode) } }) else { return }
    let place = RunLoopPlace(loop, mode, body)
    change { $0.places.append(place) }
  }

  /// Takes back what ``schedule(in:_:_:)`` did.
  func remove(from loop: RunLoop, _ mode: RunLoop.Mode) {
    let removed = state.withLock { state -> [RunLoopPlace] in
      let removed = state.places.filter { $0.isPlace(in: loop, mode) }
      state.places.removeAll { $0.isPlace(in: loop, mode) }
      if state.places.isEmpty { Self.unwatch(&state) }
      return removed
    }
    // Outside the lock, as the loop may be in the middle of a call; and now, though the thread that watches may hold
    // one, to wake it.
    for place in removed { place.end() }
  }

  /// Has the delegate told what is due, as there is another one.
  func tellAgain() {
    change { _ in }
  }

  /// The next thing that the delegate is to be told; called on one of the run loops.
  func takeEvent() -> Stream.Event? {
    state.withLock { state in
      if state.owesOpening {
        state.owesOpening = false
        return .openCompleted
      }
      if state.isDue, case .open = state.stage, let socket = state.socket {
        state.isDue = false
        switch look(socket) {
        case .ready:
          state.isArmed = false
          return interest == .readable ? .hasBytesAvailable : .hasSpaceAvailable
        case .notYet: watch(&state)
        case .over(let stage): Self.end(stage, &state)
        }
      }
      guard state.owesOutcome else { return nil }
      state.owesOutcome = false
      if case .failed = state.stage { return .errorOccurred }
      return .endEncountered
    }
  }

  /// Changes the state, and does what follows from it.
  private func change(_ body: (inout State) -> Void) {
    let places = state.withLock { state -> [RunLoopPlace] in
      body(&state)
      watch(&state)
      let isNews = state.owesOpening || state.owesOutcome || state.isDue
      return isNews ? state.places : []
    }
    for place in places { place.wake() }
  }

  private static func end(_ stage: Stage, _ state: inout State) {
    guard case .open = state.stage else { return }
    state.stage = stage
    state.owesOutcome = true
    unwatch(&state)
  }

  /// Has the socket watched, if the delegate is to be told.
  private func watch(_ state: inout State) {
    guard case .open = state.stage, state.isArmed, !state.isDue, !state.places.isEmpty,
      state.token == nil, let socket = state.socket
    else { return }
    // Without a thread that watches, what can be done is found out when the app tries.
    state.token = try? TransportLoop.shared?.add(socket.descriptor.rawValue, for: interest) {
      [weak self] _ in self?.somethingHappened()
    }
  }

  private static func unwatch(_ state: inout State) {
    state.isDue = false
    if let token = state.token { TransportLoop.shared?.remove(token) }
    state.token = nil
  }

  /// On the thread that watches.
  private func somethingHappened() {
    let places = state.withLock { state -> [RunLoopPlace] in
      // It may have been closed meanwhile.
      guard state.token != nil else { return [] }
      Self.unwatch(&state)
      state.isDue = true
      return state.places
    }
    for place in places { place.wake() }
  }
}
