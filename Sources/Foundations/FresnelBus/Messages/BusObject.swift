/// An interface of an object that this process serves.
package struct BusObject: Sendable {
  /// The object.
  package var path: String
  /// The interface; an object with several is served as several values.
  package var interface: String
  /// Answers a call: its method and arguments. Called on the loop's thread; must not wait.
  package var handle: @Sendable (_ member: String, _ arguments: [BusValue]) -> BusReply

  /// Puts the parts together.
  package init(
    _ path: String, _ interface: String,
    handle: @escaping @Sendable (_ member: String, _ arguments: [BusValue]) -> BusReply
  ) {
    self.path = path
    self.interface = interface
    self.handle = handle
  }
}

/// How a call ended: with values, or with an error that has a name.
package typealias BusReply = Result<[BusValue], BusError>

extension BusError {
  /// The answer to a method that an object does not have.
  package static func unknownMethod(_ member: String) -> BusError {
    BusError(
      named: "org.freedesktop.DBus.Error.UnknownMethod", "There is no method \(member) here.")
  }
}
