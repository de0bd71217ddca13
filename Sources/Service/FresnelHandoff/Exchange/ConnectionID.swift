/// Names one connection to a paired device.
///
/// A device that connects anew has another name. So nothing that is left of an earlier connection (a save that took
/// long, an offer on a screen, bytes that an app reads late) can be taken for something of the later one, though
/// the numbers that devices choose begin anew with each.
package struct ConnectionID: Hashable, Sendable, Comparable {
  /// The device.
  package let device: DeviceID
  /// Which of its connections, counted by this device.
  package let number: UInt64

  /// Names a connection.
  init(device: DeviceID, number: UInt64) {
    self.device = device
    self.number = number
  }

  /// Whether the one device comes before the other, or the one connection was made before the other.
  package static func < (one: ConnectionID, other: ConnectionID) -> Bool {
    one.device == other.device ? one.number < other.number : one.device < other.device
  }
}

/// Names an offer of another device.
package struct OfferID: Hashable, Sendable {
  /// The connection over which it came.
  package let connection: ConnectionID
  /// The number that the device chose.
  package let number: UInt64
}

/// Names an activity of this device that another one picks up.
package struct HandedID: Hashable, Sendable {
  /// The connection over which it was asked for.
  package let connection: ConnectionID
  /// The number that the other device chose.
  package let number: UInt64
}

/// An activity of another device that the person picked up here.
package struct Pick: Hashable, Sendable {
  /// Its number, which this device chose and uses once.
  package let number: UInt64
  /// The connection to the device that has the activity.
  package let connection: ConnectionID
  /// What the device offered.
  package let offer: PeerMessage.Offer
}

/// Names a stream between this device and another one.
package struct StreamID: Hashable, Sendable {
  /// The connection that carries it.
  package let connection: ConnectionID
  /// The stream's number: odd if the device that called opened it, even otherwise.
  package let number: UInt32
}
