/// A method to call.
package struct BusCall: Sendable {
  /// The name of who serves the object; of no meaning where there is no bus.
  package var destination: String
  /// The object.
  package var path: String
  /// The interface that the method belongs to.
  package var interface: String
  /// The method.
  package var member: String
  /// What the method is called with.
  package var arguments: [BusValue]
  /// Whether arguments or results are secrets: their messages are overwritten when they are freed.
  package var isSensitive: Bool

  /// Puts the parts together.
  package init(
    to destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = [], isSensitive: Bool = false
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.isSensitive = isSensitive
  }

  /// Reads a property; the result is one variant.
  package static func property(
    of destination: String, _ path: String, _ interface: String, _ name: String
  ) -> BusCall {
    BusCall(
      to: destination, path, "org.freedesktop.DBus.Properties", "Get",
      [.string(interface), .string(name)])
  }

  /// A method of the bus itself.
  package static func bus(_ member: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(
      to: BusSignal.busName, BusSignal.busPath, BusSignal.busName, member, arguments)
  }
}
