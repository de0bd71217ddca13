/// What a device is to do for the exchange of activities.
package enum ExchangeStep: Hashable, Sendable {
  /// Send a message over a connection; nothing if it is closed.
  case send(PeerMessage, to: ConnectionID)
  /// A device that was connected says what it is called.
  case named(DeviceID, String)
  /// What can be picked up here is something else than before.
  case offersChanged
  /// Have the app save the activity that it offered, and call ``ExchangeMachine/saved(_:_:now:)``.
  case save(HandedID, PeerMessage.Offer)
  /// Hand an activity that was picked up to its app, or its page to the browser. The bytes are anything; the
  /// activity in them has to be of the type that was offered.
  case deliver(Pick, activity: [UInt8])
  /// Tell the app that an activity it has changed. The bytes are anything.
  case updated(Pick, activity: [UInt8])
  /// Tell the app and the person that nothing came of a pick.
  case failed(Pick, Refusal, reason: String)
  /// Tell this device's app that another one has taken its activity; once for each time it was picked up.
  case wasContinued(PeerMessage.Offer, on: DeviceID)
  /// The other device opened a stream that belongs to an activity of this one; give the app an end of it.
  case streamOpened(StreamID, PeerMessage.Offer)
  /// Bytes of a stream came; call ``ExchangeMachine/read(_:byteCount:)`` once the app has them.
  case streamBytes(StreamID, [UInt8])
  /// A stream takes bytes again.
  case streamWritable(StreamID)
  /// The other side sends nothing more over a stream.
  case streamEnded(StreamID)
  /// A stream is gone; both ends fail.
  case streamCancelled(StreamID)
  /// The other device no longer is paired with this one; remove it from the book.
  case forgotten(DeviceID)
  /// Close the connection. What was under way over it has been ended by the steps before.
  case close(ConnectionID, HandoffError)
}
