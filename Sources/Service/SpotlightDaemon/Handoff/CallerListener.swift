internal import FresnelPlatform
internal import Synchronization

/// Listens on the network and hands over who connects. On its loop's thread.
final class CallerListener: Sendable {
  private static let connectionsPerTurn = 8
  /// How long nobody is accepted after no more files could be opened.
  private static let pause: Duration = .seconds(1)

  private let listeners: [NetworkListener]
  private let loop: EventLoop
  private let tokens = Mutex<[EventLoop.Token]>([])
  private let accepted: @Sendable (NetworkSocket, NetworkAddress) -> Void

  /// Listens until it is let go of or stopped.
  ///
  /// - Parameters:
  ///   - address: Where; `nil` for every address of this machine.
  ///   - usualPort: The port without an address, if nobody else has it; another one otherwise. 0 for any.
  ///   - loop: Watches the sockets.
  ///   - accepted: Told of each connection and from where it came.
  /// - Throws: ``SystemError``.
  init(
    at address: NetworkAddress?, usualPort: UInt16 = 0, on loop: EventLoop,
    _ accepted: @escaping @Sendable (NetworkSocket, NetworkAddress) -> Void
  ) throws(SystemError) {
    listeners =
      if let address {
        [try NetworkListener(address)]
      } else {
        try Self.everywhere(usualPort)
      }
    self.loop = loop
    self.accepted = accepted
    for listener in listeners {
      let token = try loop.add(listener.descriptor.rawValue, for: .readable) { [weak self] _ in
        self?.accept(listener)
      }
      tokens.withLock { $0.append(token) }
    }
  }

  deinit {
    stop()
  }

  /// Both versions of the protocol at one port, or the one that this machine has.
  private static func everywhere(_ port: UInt16) throws(SystemError) -> [NetworkListener] {
    do throws(SystemError) {
      let four = try NetworkListener(.anyOfVersion4(port: port))
      let six = try? NetworkListener(.anyOfVersion6(port: four.address.port))
      return [four] + (six.map { [$0] } ?? [])
    } catch {
      if error.code == .addressInUse, port > 0 { return try everywhere(0) }
      guard let six = try? NetworkListener(.anyOfVersion6(port: port)) else { throw error }
      return [six]
    }
  }

  /// Where it listens. With every address, the first is that of version 4.
  var address: NetworkAddress { listeners[0].address }

  /// Accepts nobody any more. The port stays taken until the last reference is gone.
  func stop() {
    let tokens = tokens.withLock { tokens in
      defer { tokens = [] }
      return tokens
    }
    for token in tokens { loop.remove(token) }
  }

  private func accept(_ listener: NetworkListener) {
    for _ in 0..<Self.connectionsPerTurn {
      let connection: (socket: NetworkSocket, from: NetworkAddress)?
      do throws(SystemError) {
        connection = try listener.accept()
      } catch {
        return wait()
      }
      guard let connection else { return }
      accepted(connection.socket, connection.from)
    }
  }

  /// Accepts nobody for a moment. Who waits goes on waiting, and the loop would tell of it without end.
  private func wait() {
    change(to: [])
    loop.after(Self.pause) { [weak self] in self?.change(to: .readable) }
  }

  private func change(to interest: EventLoop.Interest) {
    for token in tokens.withLock({ $0 }) { try? loop.change(token, to: interest) }
  }
}
