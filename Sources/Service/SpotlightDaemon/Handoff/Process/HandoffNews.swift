internal import FresnelHandoff
internal import SpotlightWire

/// What the process that stands on the network tells main.
enum HandoffNews: Hashable, Sendable {
  /// What was asked under this number. With ``HandoffAnswer/stream`` comes a socket.
  case answer(UInt64, HandoffAnswer)
  /// What can be picked up here now, all of it.
  case available([AvailableActivity])
  /// Another device picks up what an app offers: have the app save it, and answer with this number.
  case save(UInt64, app: String, type: String)
  /// What was picked up came. The bytes are anything.
  case deliver(pick: UInt64, state: [UInt8])
  /// What was delivered has changed. The bytes are anything.
  case updated(pick: UInt64, state: [UInt8])
  /// Nothing comes of a pick, or nothing more.
  case failed(pick: UInt64, FresnelHandoff.Refusal, reason: String)
  /// Another device, with this name, has taken what an app offered.
  case wasContinued(app: String, type: String, device: String)
  /// The app that took an activity of this app opens a stream to it; the socket that comes along is for this app.
  case streamOpened(app: String, type: String)
  /// Devices came, went or were renamed.
  case devicesChanged
  /// Something is wanted of what main keeps; answer with this number.
  case askVault(UInt64, DeviceVault.Question)

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .answer: 1
    case .available: 2
    case .save: 3
    case .deliver: 4
    case .updated: 5
    case .failed: 6
    case .wasContinued: 7
    case .streamOpened: 8
    case .devicesChanged: 9
    case .askVault: 10
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .answer(let number, let answer):
      writer.append(number)
      writer.append(answer)
    case .available(let activities): writer.append(list: activities)
    case .save(let number, let app, let type):
      writer.append(number)
      writer.append(string: app)
      writer.append(string: type)
    case .deliver(let pick, let state), .updated(let pick, let state):
      writer.append(pick)
      writer.append(bytes: state)
    case .failed(let pick, let refusal, let reason):
      writer.append(pick)
      writer.append(refusal.rawValue)
      writer.append(string: reason)
    case .wasContinued(let app, let type, let device):
      writer.append(string: app)
      writer.append(string: type)
      writer.append(string: device)
    case .streamOpened(let app, let type):
      writer.append(string: app)
      writer.append(string: type)
    case .devicesChanged: break
    case .askVault(let number, let question):
      writer.append(number)
      writer.append(question)
    }
    return writer.finish()
  }

  /// Reads news.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    var reader = WireReader(payload)
    switch kind {
    case 1: self = .answer(try reader.integer(), try reader.value())
    case 2: self = .available(try reader.list())
    case 3:
      self = .save(try reader.integer(), app: try reader.string(), type: try reader.string())
    case 4: self = .deliver(pick: try reader.integer(), state: try reader.byteRun())
    case 5: self = .updated(pick: try reader.integer(), state: try reader.byteRun())
    case 6:
      self = .failed(
        pick: try reader.integer(), try FresnelHandoff.Refusal(from: &reader),
        reason: try reader.string())
    case 7:
      self = .wasContinued(
        app: try reader.string(), type: try reader.string(), device: try reader.string())
    case 8: self = .streamOpened(app: try reader.string(), type: try reader.string())
    case 9: self = .devicesChanged
    case 10: self = .askVault(try reader.integer(), try reader.value())
    default: throw WireError(.malformed, "The Handoff process told unknown news.")
    }
    try reader.finish()
  }
}

/// Something that can be picked up here.
struct AvailableActivity: Hashable, Sendable, WireValue {
  /// Names it until it ends; no other one gets the number while this process lives.
  var number: UInt64
  /// The name of the device that offers it.
  var device: String
  /// What it is.
  var activity: HandoffActivity

  /// Puts the parts together.
  init(number: UInt64, device: String, activity: HandoffActivity) {
    self.number = number
    self.device = device
    self.activity = activity
  }

  /// Appends the parts.
  func write(to writer: inout WireWriter) {
    writer.append(number)
    writer.append(string: device)
    writer.append(activity)
  }

  /// Reads the parts.
  init(from reader: inout WireReader) throws(WireError) {
    number = try reader.integer()
    device = try reader.string()
    activity = try reader.value()
  }
}
