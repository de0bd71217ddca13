package import SpotlightWire

/// The way from a client to the service and back, good for one connection.
package protocol ClientTransport: AnyObject, Sendable {
  /// Begins the connection. Called once; returns without waiting.
  ///
  /// - Parameter sink: Told what comes; kept until the connection ends.
  func start(_ sink: any TransportSink)

  /// Sends a message; never waits for the service. Messages that one thread sends arrive in the order
  /// in which it sent them; one that cannot be sent any more is dropped, and
  /// ``TransportSink/lost(_:)`` has been or will be called.
  func send(_ envelope: Envelope<ClientMessage>)

  /// Ends the connection. The sink is not told of it; a call that began before may still be running.
  func close()
}

/// Told what comes from the service.
///
/// Calls may come on any thread, and while ``ClientTransport/send(_:)`` runs, so nobody sends while
/// holding a lock that they take. What answers one request comes one after the other, in order.
package protocol TransportSink: AnyObject, Sendable {
  /// The service took the client in. Called once, before anything else but ``lost(_:)``.
  func connected(_ welcome: Welcome)

  /// The service said something.
  func received(_ envelope: Envelope<DaemonMessage>)

  /// The connection ended, or could not be made. Called at most once, as the last.
  func lost(_ error: ServiceError)
}
