internal import CMicrohttpd
internal import Synchronization

/// A server of HTTP/1.1 for one address, without encryption: a proxy in front does that.
package final class HTTPServer: Sendable {
  /// Estimates how long a request is worked on; called by the thread that read it.
  package typealias Estimate = @Sendable (HTTPRequest) -> RequestEffort

  /// Answers a request. It is cancelled when the answer takes too long; the client has its answer then.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// The library lets any thread ask a server for its port and end it; ``stop()`` lets one end it only.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let handle: Handle
  private let requests: RequestQueue
  private let isStopped = Mutex(false)

  /// The port that the server listens at.
  package let port: UInt16

  /// Listens.
  ///
  /// - Parameters:
  ///   - address: An IPv4 or IPv6 address of this machine, without brackets.
  ///   - port: The port; 0 for any that is free.
  ///   - limits: What is allowed.
  ///   - headers: Headers that every answer gets, unless it has them.
  ///   - estimate: Estimates how long each request is worked on.
  ///   - handler: Answers requests, many at a time.
  /// - Throws: ``ServerError``.
  package init(
    address: String = "127.0.0.1", port: UInt16 = 0, limits: ServerLimits = ServerLimits(),
    headers: SecurityHeaders = .pages, estimate: @escaping Estimate = { _ in .long },
    handler: @escaping Handler
  ) throws(ServerError) {
    let requests = RequestQueue(
      limits: limits, headers: headers, estimate: estimate, handler: handler)
    var allowed = fresnel_http_limits(
      connections: UInt32(clamping: limits.connections),
      connections_of_address: UInt32(clamping: limits.connectionsOfAddress),
      idle_seconds: UInt32(clamping: limits.idleSeconds),
      request_seconds: UInt32(clamping: limits.requestSeconds),
      header_bytes: max(1_024, limits.headerBytes),
      body_bytes: max(0, limits.bodyBytes), threads: UInt32(clamping: limits.threads))
    var pointer: OpaquePointer?
    let problem = fresnel_http_server_start(
      address, port, &allowed,
      { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<RequestQueue>.fromOpaque(context).takeUnretainedValue().receive(
          Exchange(exchange))
      }, Unmanaged.passUnretained(requests).toOpaque(), &pointer)
    guard problem == 0, let pointer else {
      throw ServerError(errno: problem, address: address, port: port)
    }
    // The library calls the queue until it is stopped, and it is stopped before the queue goes.
    self.requests = requests
    handle = Handle(pointer: pointer)
    self.port = fresnel_http_server_port(pointer)
  }

  deinit {
    precondition(isStopped.withLock { $0 }, "A server has to be stopped before it goes.")
  }

  /// Listens no more, waits for the answers that are under way, and ends all connections.
  package func stop() async {
    let isFirst = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard isFirst else { return }
    fresnel_http_server_quiesce(handle.pointer)
    await requests.drain()
    fresnel_http_server_stop(handle.pointer)
  }
}
