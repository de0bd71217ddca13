internal import SpotlightWire

/// The process that has the devices, as the daemon passes it to the program that it runs next.
///
/// It lives on while main runs anew at a lock. A keyring that is locked together with the screen would not give the key
/// of the devices a second time, and what is offered is to stay for who walks to another device.
struct PassedHandoff: Hashable, Sendable {
  /// The socket that leads to it.
  var socket: Int32
  /// Its number.
  var process: Int32
  /// What holds it.
  var processDescriptor: Int32
  /// What is offered, as far as there is room.
  var offers: [Offer]

  /// The activity that an app offers.
  struct Offer: Hashable, Sendable {
    /// The identifier of the app.
    var app: String
    /// The activity's number in its process.
    var number: UInt64
  }

  /// The most bytes of identifiers that are passed: what passes everything holds 4096 bytes.
  static let room = 3000
}

extension PassedHandoff: WireValue {
  /// Appends the parts.
  func write(to writer: inout WireWriter) {
    writer.append(socket)
    writer.append(process)
    writer.append(processDescriptor)
    writer.append(list: offers)
  }

  /// Reads the parts.
  init(from reader: inout WireReader) throws(WireError) {
    socket = try reader.integer()
    process = try reader.integer()
    processDescriptor = try reader.integer()
    offers = try reader.list()
  }
}

extension PassedHandoff.Offer: WireValue {
  /// Appends the parts.
  func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(number)
  }

  /// Reads the parts.
  init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    number = try reader.integer()
  }
}
