internal import FresnelPlatform
package import SpotlightWire
internal import Synchronization

// How one connection ends, and how all do.

extension ConnectionServer {
  /// A connection has ended.
  func ended(_ connection: Connection) {
    let number = connection.number
    let next = state.withLock { state -> [UInt64]? in
      state.examinations.giveUp(number)
      guard state.connections.removeValue(forKey: number) != nil else { return nil }
      return state.slots.leave(number)
    }
    guard let next else { return }
    releasePermit(number)
    begin(next)
    tellWhenEmpty()
  }

  /// Takes no more connections and reads no more requests. On any thread.
  ///
  /// - Parameters:
  ///   - farewell: Told to clients that were taken in; `nil` for nothing.
  ///   - passesListenerOn: Whether the socket stays, also when the connections are ended later: whoever
  ///     connects waits until somebody else takes it.
  package func stopTaking(saying farewell: GoingAway?, passesListenerOn: Bool = false) {
    loop.perform { [self] in
      var listener: SocketListener?
      let (connections, token) = state.withLock { state in
        state.isEnding = true
        state.postponed = [:]
        if passesListenerOn { state.isListenerPassedOn = true }
        if !state.isListenerPassedOn { swap(&state.listener, &listener) }
        defer { state.listenerToken = nil }
        return (Array(state.connections.values), state.listenerToken)
      }
      if let token { loop.remove(token) }
      for connection in connections {
        connection.setPause(.ending, true)
        guard let farewell, case .open = connection.phase else { continue }
        _ = connection.send(Envelope(.goingAway(farewell)))
      }
    }
  }

  /// Ends all connections after what was sent to them is written, and takes no more. On any thread.
  ///
  /// - Parameter done: Called once on the loop's thread, when none is left.
  package func end(_ done: @escaping @Sendable () -> Void = {}) {
    stopTaking(saying: nil)
    loop.perform { [self] in
      let connections = state.withLock { state in
        state.whenEmpty = done
        return Array(state.connections.values)
      }
      for connection in connections { connection.close(nil) }
      tellWhenEmpty()
    }
  }

  private func tellWhenEmpty() {
    let done = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.connections.isEmpty else { return nil }
      defer { state.whenEmpty = nil }
      return state.whenEmpty
    }
    done?()
  }
}
