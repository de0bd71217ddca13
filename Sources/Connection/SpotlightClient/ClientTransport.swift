package import SpotlightWire

/// The way from a client to the service and back.
package protocol ClientTransport: AnyObject, Sendable {
  /// Begins the connection. Called once.
  ///
  /// - Parameter sink: Told what comes; kept until the connection ends.
  func start(_ sink: any TransportSink)

  /// Sends a message. Messages arrive in the order in which they were sent; one that cannot be sent
  /// any more is dropped, and ``TransportSink/lost(_:)`` has been or will be called.
  func send(_ envelope: Envelope<ClientMessage>)

  /// Ends the connection. The sink is not called after that.
  func close()
}

/// Told what comes from the service. Calls come one at a time.
package protocol TransportSink: AnyObject, Sendable {
  /// The service took the client in. Called once, before anything else but ``lost(_:)``.
  func connected(_ welcome: Welcome)

  /// The service said something.
  func received(_ envelope: Envelope<DaemonMessage>)

  /// The connection ended, or could not be made. Called at most once, as the last.
  func lost(_ error: ServiceError)
}
