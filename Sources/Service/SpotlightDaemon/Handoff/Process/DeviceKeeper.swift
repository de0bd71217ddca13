internal import Dispatch
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Keeps the file of devices open, and waits for it where nobody else does: its key may have to be asked of a person,
/// and what is written has to reach the disk.
final class DeviceKeeper: Sendable {
  /// Told what came of opening, on the loop's thread: the devices; `nil` when no file was ever made.
  typealias Opened = @Sendable (Result<DeviceBook?, HandoffError>) -> Void

  private struct State {
    var opened: DeviceStore.Opened?
    /// Who waits for the file to be opened, and whether one is to be made for them.
    var waiting: [(isMaking: Bool, done: Opened)] = []
  }

  private let store: DeviceStore
  private let loop: EventLoop
  // A concurrent one would wake the process for ever.
  private let queue = DispatchQueue(label: "fresnel.devices")
  private let state = Mutex(State())

  /// Opens nothing yet.
  init(_ store: DeviceStore, on loop: EventLoop) {
    self.store = store
    self.loop = loop
  }

  /// Opens the file, unless it is open. Whoever asks while a person is being asked for the key gets what comes of
  /// that.
  ///
  /// - Parameters:
  ///   - isMaking: Whether a file is made where none ever was.
  ///   - done: Told what came of it.
  func open(making isMaking: Bool, _ done: @escaping Opened) {
    let isFirst = state.withLock { state in
      state.waiting.append((isMaking, done))
      return state.waiting.count == 1
    }
    if isFirst { queue.async { self.openNow() } }
  }

  /// Changes the devices, durably.
  ///
  /// - Parameters:
  ///   - body: The change.
  ///   - done: Told the devices as they are then, on the loop's thread.
  func change(
    _ body: @escaping @Sendable (inout DeviceBook) throws(HandoffError) -> Void,
    _ done: @escaping @Sendable (Result<DeviceBook, HandoffError>) -> Void
  ) {
    queue.async { [self] in
      let result = Result { () throws(HandoffError) in
        guard var opened = state.withLock({ $0.opened }) else {
          throw HandoffError(.system, "The file of devices is not open.")
        }
        try opened.change(body)
        state.withLock { $0.opened = opened }
        return opened.book
      }
      loop.perform { done(result) }
    }
  }

  /// Tells, on the loop's thread, that what was begun to change before is written and was told.
  func whenChanged(_ done: @escaping @Sendable () -> Void) {
    queue.async { [loop] in loop.perform(done) }
  }

  private func openNow() {
    let found = Result { () throws(HandoffError) in
      if let opened = state.withLock({ $0.opened }) { return opened as DeviceStore.Opened? }
      return try store.open()
    }
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    var outcome = found
    for (isMaking, done) in waiting {
      if isMaking, case .success(nil) = outcome {
        outcome = Result { () throws(HandoffError) in try store.make() }
      }
      let result = outcome.map { $0?.book }
      loop.perform { done(result) }
    }
    if case .success(let opened) = outcome { state.withLock { $0.opened = opened } }
  }
}
