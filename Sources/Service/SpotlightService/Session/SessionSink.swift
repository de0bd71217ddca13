package import SpotlightWire

/// The way from a session to its client. Messages arrive in the order in which they were sent.
package protocol SessionSink: AnyObject, Sendable {
  /// Sends a message. May be called on any thread; never waits for the client.
  ///
  /// - Returns: Whether more may be sent at once; `false` when the client has much to read yet.
  ///   What was sent is delivered all the same; ``Session/sinkIsReady()`` tells when to go on.
  func send(_ envelope: Envelope<DaemonMessage>) -> Bool

  /// Whether more may be sent at once. What is large is better made when it is so.
  var takesMore: Bool { get }

  /// Ends the connection, after what was sent.
  ///
  /// - Parameter reason: Told to the client; `nil` for an ordinary end.
  func close(_ reason: Refusal?)
}
