package import SpotlightWire

/// What a connection leads to once its client is taken in. None of the methods waits.
package protocol ConnectionSession: AnyObject, Sendable {
  /// Takes what the client said. Called on the loop's thread, in the order in which it was said; also
  /// for replies to requests that were never made.
  func receive(_ envelope: Envelope<ClientMessage>)

  /// The client has read enough to be sent more. Called on the loop's thread.
  func sinkIsReady()

  /// The client is gone. Called once, as the last, on the loop's thread.
  func end()
}
