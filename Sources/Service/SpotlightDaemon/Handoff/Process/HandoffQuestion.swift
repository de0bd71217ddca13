internal import FresnelHandoff
internal import SpotlightWire

/// What main asks the process that stands on the network. Each gets one answer.
enum HandoffQuestion: Hashable, Sendable {
  /// Begin to show a code, in the place of one that is shown. Answer: ``HandoffAnswer/code``.
  case showCode
  /// How the showing of the code ends. Answer: ``HandoffAnswer/paired``, or a failure. When nobody waits for it any
  /// more, the code is good no longer.
  case awaitPairing
  /// A code was typed, with where the other device is, if the person said so. Answer: ``HandoffAnswer/paired``.
  case typeCode(String, DeviceAddress?)
  /// The devices. Answer: ``HandoffAnswer/devices``.
  case devices
  /// Forget a device, here and if it is connected there. Answer: ``HandoffAnswer/done``.
  case forget(DeviceID)
  /// Where a device is reached; none: as it is found. Answer: ``HandoffAnswer/done``.
  case setAddresses(DeviceID, [DeviceAddress])
  /// Pick something up. Answer: ``HandoffAnswer/picked``.
  case accept(offer: UInt64)
  /// Open a stream to the app of a pick that was delivered. Answer: ``HandoffAnswer/stream``.
  case openStream(pick: UInt64)
}

/// What the process answers.
enum HandoffAnswer: Hashable, Sendable {
  case done
  case failed(HandoffFailure)
  /// Six digits, for so many milliseconds from now, and where this device can be reached meanwhile.
  case code(String, milliseconds: UInt32, [DeviceAddress])
  /// The name of the device.
  case paired(String)
  case devices([DeviceDescription])
  /// The pick's number, and what was picked up.
  case picked(UInt64, AvailableActivity)
  /// A socket comes along.
  case stream
}

/// Why something could not be done: what an app hears, and one sentence.
struct HandoffFailure: Error, Hashable, Sendable {
  var refusal: FresnelHandoff.Refusal
  var message: String
}

/// A paired device, as people see it.
struct DeviceDescription: Hashable, Sendable {
  var id: DeviceID
  var name: String
  var addresses: [DeviceAddress]
  /// Seconds since 1970; 0 for never.
  var lastSeen: UInt64
  var isConnected: Bool
}

extension HandoffQuestion: WireValue {
  /// Appends a number for the case, and what goes with it.
  func write(to writer: inout WireWriter) {
    switch self {
    case .showCode: writer.append(0 as UInt8)
    case .awaitPairing: writer.append(1 as UInt8)
    case .typeCode(let code, let address):
      writer.append(2 as UInt8)
      writer.append(string: code)
      writer.append(optional: address)
    case .devices: writer.append(3 as UInt8)
    case .forget(let id):
      writer.append(4 as UInt8)
      writer.append(bytes: id.publicKey)
    case .setAddresses(let id, let addresses):
      writer.append(5 as UInt8)
      writer.append(bytes: id.publicKey)
      writer.append(list: addresses)
    case .accept(let offer):
      writer.append(6 as UInt8)
      writer.append(offer)
    case .openStream(let pick):
      writer.append(7 as UInt8)
      writer.append(pick)
    }
  }

  /// Reads a question.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    switch number {
    case 0: self = .showCode
    case 1: self = .awaitPairing
    case 2: self = .typeCode(try reader.string(), try reader.optional())
    case 3: self = .devices
    case 4: self = .forget(DeviceID(publicKey: try reader.byteRun()))
    case 5: self = .setAddresses(DeviceID(publicKey: try reader.byteRun()), try reader.list())
    case 6: self = .accept(offer: try reader.integer())
    case 7: self = .openStream(pick: try reader.integer())
    default: throw WireError(.malformed, "Main asked the Handoff process an unknown question.")
    }
  }
}

extension HandoffAnswer: WireValue {
  /// Appends a number for the case, and what goes with it.
  func write(to writer: inout WireWriter) {
    switch self {
    case .done: writer.append(0 as UInt8)
    case .failed(let failure):
      writer.append(1 as UInt8)
      writer.append(failure.refusal.rawValue)
      writer.append(string: failure.message)
    case .code(let digits, let milliseconds, let addresses):
      writer.append(2 as UInt8)
      writer.append(string: digits)
      writer.append(milliseconds)
      writer.append(list: addresses)
    case .paired(let name):
      writer.append(3 as UInt8)
      writer.append(string: name)
    case .devices(let devices):
      writer.append(4 as UInt8)
      writer.append(list: devices)
    case .picked(let pick, let activity):
      writer.append(5 as UInt8)
      writer.append(pick)
      writer.append(activity)
    case .stream: writer.append(6 as UInt8)
    }
  }

  /// Reads an answer.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    switch number {
    case 0: self = .done
    case 1:
      self = .failed(
        HandoffFailure(
          refusal: try FresnelHandoff.Refusal(from: &reader), message: try reader.string()))
    case 2:
      self = .code(
        try reader.string(), milliseconds: try reader.integer(), try reader.list())
    case 3: self = .paired(try reader.string())
    case 4: self = .devices(try reader.list())
    case 5: self = .picked(try reader.integer(), try reader.value())
    case 6: self = .stream
    default: throw WireError(.malformed, "The Handoff process gave an unknown answer.")
    }
  }
}

extension DeviceDescription: WireValue {
  /// Appends the parts.
  func write(to writer: inout WireWriter) {
    writer.append(bytes: id.publicKey)
    writer.append(string: name)
    writer.append(list: addresses)
    writer.append(lastSeen)
    writer.append(isConnected)
  }

  /// Reads the parts.
  init(from reader: inout WireReader) throws(WireError) {
    id = DeviceID(publicKey: try reader.byteRun())
    name = try reader.string()
    addresses = try reader.list()
    lastSeen = try reader.integer()
    isConnected = try reader.flag()
  }
}
