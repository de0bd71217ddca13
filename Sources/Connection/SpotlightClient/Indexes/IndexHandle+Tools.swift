internal import Dispatch
internal import FresnelModel
package import SpotlightWire

// What tools do with indexes that they fill for others: each index takes client states, the default one too, and no
// history goes with it. As all that goes through the line of an index, it is done on the next connection where one is lost.

extension IndexHandle {
  /// Applies operations together, and a client state with them, whatever it was before.
  ///
  /// - Parameters:
  ///   - operations: The operations. Applied twice they do what they do once, so they are sent again where nobody knows
  ///     whether they were applied.
  ///   - clientState: The client state from then on; `nil` leaves it.
  ///   - completion: Called once, on ``callbacks``.
  package func apply(
    _ operations: [WireOperation], clientState: [UInt8]?, completion: @escaping Completion
  ) {
    let parts = ApplyBatch(handle: 0, clientState: clientState, operations: operations)
      .parts(within: connection.connecting.batchLimits)
    send(.apply(parts[0]), followedBy: parts.dropFirst().map { .apply($0) }) { [self] answer, _ in
      report(answer.error, to: [completion])
    }
  }

  /// Gives the client state as the changes made before this call leave it; `nil` when there never was one.
  ///
  /// - Parameter completion: Called once, on ``callbacks``.
  package func fetchAnyClientState(
    completion: @escaping @Sendable (Result<[UInt8]?, ServiceError>) -> Void
  ) {
    send(.clientState) { [callbacks] answer, _ in
      let state = answer.flatMap { message in
        if case .clientStateStored(let state) = message { return .success(state) }
        return .failure(.unexpected(message))
      }
      callbacks.async { completion(state) }
    }
  }
}
