internal import Dispatch
package import SpotlightWire
internal import Synchronization

/// Items that are built aside, to be put in the place of an index or of a domain in one step.
///
/// They end with the connection: whoever is told ``ServiceError/Code/connectionLost`` begins again. The
/// index is as before until ``commit(clientState:condition:completion:)`` completes without an error.
package final class Replacement: Sendable {
  private let index: IndexHandle
  private let handle: UInt32
  private let link: Link
  private let isOver = Mutex(false)

  init(_ index: IndexHandle, handle: UInt32, link: Link) {
    self.index = index
    self.handle = handle
    self.link = link
  }

  deinit {
    abandon()
  }

  /// Makes a change to the items that are built aside.
  package func apply(
    _ change: Result<IndexChange, ServiceError>, completion: @escaping IndexHandle.Completion
  ) {
    switch IndexHandle.operation(of: change) {
    case .failure(let error): index.settle([completion], with: error)
    case .success(let operation):
      guard !isOver.withLock({ $0 }) else { return index.settle([completion], with: Self.ended) }
      let batch = ApplyBatch(handle: handle, operations: [operation])
      let parts = batch.parts(within: index.connection.connecting.batchLimits)
      send(parts.map { .apply($0) }, completion)
    }
  }

  /// Puts the items in their place, together with a client state.
  ///
  /// - Parameters:
  ///   - clientState: The new client state; `nil` leaves the stored one.
  ///   - condition: What the stored client state must be.
  ///   - completion: Called once. After an error the index is as before.
  package func commit(
    clientState: [UInt8]?, condition: ClientStateCondition = .any,
    completion: @escaping IndexHandle.Completion
  ) {
    if let clientState, let fault = index.fault(of: clientState) {
      return index.settle([completion], with: fault)
    }
    guard end() else { return index.settle([completion], with: Self.ended) }
    let request = CommitReplacement(
      handle: handle, expected: condition.expectation, clientState: clientState)
    send([.commitReplace(request)], completion)
  }

  /// Drops the items that were built aside.
  package func abandon() {
    guard end() else { return }
    index.send(.aside(.abandonReplace(handle), over: link)) { _, _ in }
  }

  private static let ended = ServiceError(
    .refused, "The replacement was committed or abandoned before.")

  /// - Returns: Whether this ended it.
  private func end() -> Bool {
    isOver.withLock { over in
      defer { over = true }
      return !over
    }
  }

  /// Sends messages, each after the one before is done.
  private func send(_ messages: [ClientMessage], _ completion: @escaping IndexHandle.Completion) {
    let contents = messages.map { IndexRequest.Content.aside($0, over: link) }
    index.send(contents[0], followedBy: Array(contents.dropFirst())) { [index] answer, _ in
      index.report(answer.error, to: [completion])
    }
  }
}

extension IndexHandle {
  /// Begins to build items aside.
  ///
  /// - Parameters:
  ///   - domain: What is to be replaced: this domain and those below it; `nil` for the whole index.
  ///   - completion: Called once.
  package func beginReplacement(
    ofDomain domain: String?,
    completion: @escaping @Sendable (Result<Replacement, ServiceError>) -> Void
  ) {
    send(.beginReplacement(domain: domain)) { [self] answer, link in
      let replacement = answer.flatMap { message -> Result<Replacement, ServiceError> in
        guard case .replacementBegun(let handle) = message else {
          return .failure(.unexpected(message))
        }
        guard let link else { return .failure(.replacementLost) }
        return .success(Replacement(self, handle: handle, link: link))
      }
      callbacks.async { completion(replacement) }
    }
  }
}
