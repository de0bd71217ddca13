internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// The key of a store, which may come later than those who need it.
final class StoreKey: Sendable {
  private enum State {
    case known(Result<EncryptionKey?, ServiceError>)
    case awaited
  }

  private struct Content {
    var state: State
    var waiting: [@Sendable () -> Void] = []
    var isFlushing = false
  }
  private let content: Mutex<Content>

  init(_ key: CoreOptions.ClassDirectory.Key) {
    let state: State =
      switch key {
      case .none: .known(.success(nil))
      case .given(let key): .known(.success(key))
      case .awaited: .awaited
      }
    content = Mutex(Content(state: state))
  }

  /// The key; `nil` of a plain store.
  ///
  /// - Throws: ``ServiceError`` when it cannot be had, or has not come yet.
  func get() throws(ServiceError) -> EncryptionKey? {
    switch content.withLock({ $0.state }) {
    case .known(let result): try result.get()
    case .awaited: throw ServiceError(.unavailable, "The key of the store has not come yet.")
    }
  }

  /// Whether it is known by now whether there is a key.
  var isKnown: Bool { content.withLock { if case .known = $0.state { true } else { false } } }

  /// Whether the store can be opened as far as the key is concerned.
  var isThere: Bool {
    content.withLock { if case .known(.success) = $0.state { true } else { false } }
  }

  /// Runs something once the key is known, or known not to come; in the order of the calls.
  func whenKnown(_ body: @escaping @Sendable () -> Void) {
    let runsNow = content.withLock { content in
      guard case .known = content.state, content.waiting.isEmpty, !content.isFlushing else {
        content.waiting.append(body)
        return false
      }
      return true
    }
    if runsNow { body() }
  }

  /// Makes the key known, and runs what waits for it.
  func set(_ result: Result<EncryptionKey?, ServiceError>) {
    let flushes = content.withLock { content in
      content.state = .known(result)
      defer { content.isFlushing = true }
      return !content.isFlushing
    }
    guard flushes else { return }
    while true {
      let bodies = content.withLock { content in
        defer { content.waiting = [] }
        content.isFlushing = !content.waiting.isEmpty
        return content.waiting
      }
      if bodies.isEmpty { return }
      for body in bodies { body() }
    }
  }
}
