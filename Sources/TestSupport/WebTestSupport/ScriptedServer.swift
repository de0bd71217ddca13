package import FresnelPlatform
internal import Synchronization

/// An HTTP server of this process, on the loopback network, whose script decides what is sent, byte by byte: also what
/// no good server sends.
package final class ScriptedServer: Sendable {
  /// What a client asked for.
  package struct Request: Sendable {
    /// The method, such as `GET`.
    package let method: String
    /// The path and the query.
    package let target: String
    /// The fields, by name in lower case.
    package let fields: [String: String]
    /// The whole head as it came, without the empty line at its end.
    package let head: String
    /// Which connection it came over, from 1.
    package let connection: Int

    /// The host without its port, in lower case.
    package var host: String {
      let host = fields["host"] ?? ""
      return String(host.split(separator: ":", maxSplits: 1).first ?? "").lowercased()
    }
  }

  /// What the server does; one after the other.
  package enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes, each alone.
    case trickle([UInt8])
    /// Sends the same bytes again and again, as long as the client takes them.
    case sendForever([UInt8])
    /// Does nothing for a while.
    case wait(Duration)
    /// Does nothing until the client goes.
    case hang
    /// Ends the connection.
    case close
  }

  /// Decides what a request is answered with. Called on the server's thread.
  package typealias Script = @Sendable (Request) -> [Step]

  private let loop: EventLoop
  private let connections: ScriptedConnections
  /// Where it listens.
  package let address: NetworkAddress

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: An address of the loopback network.
  ///   - greeting: What is done with a connection before anything is asked.
  ///   - script: Decides what requests are answered with.
  /// - Throws: ``SystemError`` when the machine has no room for one.
  package init(
    at host: String = "127.0.0.1", greeting: [Step] = [], script: @escaping Script
  ) throws(SystemError) {
    guard let address = NetworkAddress(host, port: 0) else {
      throw SystemError(.invalidArgument, call: "bind", path: host)
    }
    loop = try EventLoop()
    let listener = try NetworkListener(address)
    self.address = listener.address
    connections = ScriptedConnections(
      listener, on: loop, greeting: greeting, script: script)
    try connections.listen()
    let loop = loop
    guard DetachedThread.start({ try? loop.run() }) else {
      throw SystemError(.noMemory, call: "pthread_create")
    }
  }

  deinit {
    stop()
  }

  /// Ends the server and its connections.
  package func stop() {
    loop.perform { [loop, connections] in
      connections.close()
      loop.stop()
    }
  }

  /// What was asked for so far, in order.
  package var requests: [Request] { connections.log.withLock { $0 } }

  /// How many connections were made so far.
  package var connectionCount: Int { connections.count.load(ordering: .relaxed) }
}
