internal import FresnelHandoff
package import FresnelModel
package import SpotlightService
package import SpotlightWire

/// `devices.list`: the devices that are paired with this one.
package enum ListDevices: AskingVerb {
  /// The verb.
  package static let name = "devices.list"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    context.handoff.ask(.devices, for: session) { result in
      done(
        result.flatMap { answer in
          guard case .devices(let devices) = answer else { return .failure(.unexpectedAnswer) }
          return .success(.members([("devices", .array(devices.map(Self.report)))]))
        })
    }
  }

  /// A device.
  static func report(_ device: DeviceDescription) -> JSONValue {
    .members([
      ("id", .string(device.id.text)), ("name", .string(device.name)),
      ("connected", .boolean(device.isConnected)),
      ("addresses", .array(device.addresses.map { .string($0.description) })),
      ("lastSeen", device.lastSeen == 0 ? nil : .integer(Int64(clamping: device.lastSeen))),
    ])
  }
}

/// `devices.forget`: makes a device one like any other again.
package enum ForgetDevice: AskingVerb {
  /// The verb.
  package static let name = "devices.forget"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    let id = try arguments.device("id")
    context.handoff.ask(.forget(id), for: session) { result in
      done(result.map { _ in .members([("id", .string(id.text))]) })
    }
  }
}

/// `devices.address`: says where a device is reached.
package enum SetDeviceAddresses: AskingVerb {
  /// The verb.
  package static let name = "devices.address"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    let id = try arguments.device("id")
    guard case .array(let values)? = arguments["addresses"] else {
      throw ServiceError(.refused, "The argument addresses is missing or no list.")
    }
    guard values.count <= HandoffLimits.addresses else {
      throw ServiceError(.tooLarge, "A device has \(HandoffLimits.addresses) addresses at most.")
    }
    var addresses: [DeviceAddress] = []
    for value in values { addresses.append(try DeviceAddress(argument: value)) }
    context.handoff.ask(.setAddresses(id, addresses), for: session) { [addresses] result in
      done(
        result.map { _ in
          .members([
            ("id", .string(id.text)),
            ("addresses", .array(addresses.map { .string($0.description) })),
          ])
        })
    }
  }
}

extension ServiceError {
  /// The process says something else than it was asked.
  static let unexpectedAnswer = ServiceError(
    .unavailable, "The process for Handoff answered something else.")
}

extension DeviceID {
  /// The key in hexadecimal digits.
  var text: String {
    publicKey.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Reads a key of hexadecimal digits.
  init?(text: String) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64, digits.allSatisfy({ $0 != nil }) else { return nil }
    let values = digits.compactMap(\.self)
    self.init(
      publicKey: stride(from: 0, to: values.count, by: 2).map {
        UInt8(values[$0] << 4 | values[$0 + 1])
      })
  }
}

extension DeviceAddress {
  /// Reads an address that somebody typed.
  ///
  /// - Throws: ``ServiceError`` when it is none.
  init(argument: JSONValue) throws(ServiceError) {
    guard case .string(let text) = argument, let address = DeviceAddress(text) else {
      throw ServiceError(
        .unsupported, "An address is a name or number and a port, such as 192.168.1.5:28470.")
    }
    self = address
  }
}

extension JSONValue {
  /// The identifier of a device.
  ///
  /// - Throws: ``ServiceError`` when it is none.
  fileprivate func device(_ name: String) throws(ServiceError) -> DeviceID {
    guard let id = DeviceID(text: try requiredText(name)) else {
      throw ServiceError(.refused, "The argument \(name) is no identifier of a device.")
    }
    return id
  }
}
