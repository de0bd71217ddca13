internal import Dispatch
internal import Synchronization

/// Tells, not too often, that stores show something new.
final class PublishWatch: Sendable {
  private struct State {
    var isWaiting = false
    var body: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "fresnel.published", qos: .userInitiated)
  /// How much time passes between a change and the news of it, in milliseconds. Changes in between are told
  /// together.
  private static let delay = 100

  /// Sets what is told; called on a queue of its own.
  func set(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.body = body }
  }

  /// Records that a store has published something; returns at once.
  func note() {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isWaiting else { return nil }
      state.isWaiting = state.body != nil
      return state.body
    }
    guard let body else { return }
    queue.asyncAfter(
      deadline: .now() + .milliseconds(Self.delay)
    ) {
      self.state.withLock { $0.isWaiting = false }
      body()
    }
  }
}
