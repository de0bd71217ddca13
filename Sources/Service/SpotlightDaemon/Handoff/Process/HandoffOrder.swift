internal import FresnelHandoff
internal import SpotlightWire

/// What main tells the process that stands on the network; the bytes around it are those of ``WorkerLink``.
///
/// That process has sockets, the keys of the devices and nothing of what a person indexed, and is confined
/// (``Confinement``); main has no socket on the network. Both are one program, run from one file, so what they say has no versions.
enum HandoffOrder: Hashable, Sendable {
  /// Something that may be handed over is current in an app. After ``withdraw(app:state:)``, or as the first of the
  /// app, it is another activity, with a number of its own for the other devices; else it is the one from before,
  /// described anew: it keeps its number, so that updates still reach who took it.
  case offer(HandoffActivity)
  /// What was offered of an app is not current any more; with the activity as it was saved last, if it was.
  case withdraw(app: String, state: [UInt8]?)
  /// An app has saved an activity, which was asked for under this number.
  case saved(UInt64, [UInt8])
  /// An app has not saved it, and why.
  case notSaved(UInt64, FresnelHandoff.Refusal, reason: String)
  /// The app here has taken what was picked up.
  case continued(pick: UInt64)
  /// The app here has not taken it, or has ended.
  case drop(pick: UInt64)
  /// An activity that is offered was saved anew, after another device took it.
  case update(app: String, state: [UInt8])
  /// The session was locked or unlocked.
  case setLocked(Bool)
  /// Answer something under this number.
  case ask(UInt64, HandoffQuestion)
  /// Nobody waits for the answer any more.
  case cancel(UInt64)
  /// Say goodbye to the others, and end.
  case stop
  /// Main runs anew and knows nothing but which apps have offers; the link is the one from before. What was asked, and
  /// what was picked up here, nobody waits for any more. Tell what is available.
  case resume
  /// What main keeps gave this, which was asked for under this number.
  case vaultAnswered(UInt64, DeviceVault.Answer)

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .offer: 1
    case .withdraw: 2
    case .saved: 3
    case .notSaved: 4
    case .continued: 5
    case .drop: 6
    case .update: 7
    case .setLocked: 8
    case .ask: 9
    case .cancel: 10
    case .stop: 11
    case .resume: 12
    case .vaultAnswered: 13
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .offer(let activity): writer.append(activity)
    case .withdraw(let app, let state):
      writer.append(string: app)
      writer.append(optionalBytes: state)
    case .saved(let number, let state):
      writer.append(number)
      writer.append(bytes: state)
    case .notSaved(let number, let refusal, let reason):
      writer.append(number)
      writer.append(refusal.rawValue)
      writer.append(string: reason)
    case .continued(let pick), .drop(let pick): writer.append(pick)
    case .update(let app, let state):
      writer.append(string: app)
      writer.append(bytes: state)
    case .setLocked(let isLocked): writer.append(isLocked)
    case .ask(let number, let question):
      writer.append(number)
      writer.append(question)
    case .cancel(let number): writer.append(number)
    case .stop, .resume: break
    case .vaultAnswered(let number, let answer):
      writer.append(number)
      writer.append(answer)
    }
    return writer.finish()
  }

  /// Reads an order.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    var reader = WireReader(payload)
    switch kind {
    case 1: self = .offer(try reader.value())
    case 2: self = .withdraw(app: try reader.string(), state: try reader.optionalBytes())
    case 3: self = .saved(try reader.integer(), try reader.byteRun())
    case 4:
      self = .notSaved(
        try reader.integer(), try FresnelHandoff.Refusal(from: &reader), reason: try reader.string()
      )
    case 5: self = .continued(pick: try reader.integer())
    case 6: self = .drop(pick: try reader.integer())
    case 7: self = .update(app: try reader.string(), state: try reader.byteRun())
    case 8: self = .setLocked(try reader.flag())
    case 9: self = .ask(try reader.integer(), try reader.value())
    case 10: self = .cancel(try reader.integer())
    case 11: self = .stop
    case 12: self = .resume
    case 13: self = .vaultAnswered(try reader.integer(), try reader.value())
    default: throw WireError(.malformed, "Main gave the Handoff process an unknown order.")
    }
    try reader.finish()
  }
}

/// Something that is current in an app, as other devices hear of it.
struct HandoffActivity: Hashable, Sendable, WireValue {
  /// The identifier of the app.
  var app: String
  /// The app's name for people.
  var appName: String
  /// The activity's type.
  var type: String
  /// Its title; empty without.
  var title: String
  /// Whether it has a page that a browser can show.
  var hasWebpage: Bool
  /// Whether its app opens streams.
  var hasStreams: Bool

  /// Puts the parts together.
  init(
    app: String, appName: String, type: String, title: String, hasWebpage: Bool, hasStreams: Bool
  ) {
    self.app = app
    self.appName = appName
    self.type = type
    self.title = title
    self.hasWebpage = hasWebpage
    self.hasStreams = hasStreams
  }

  /// Appends the parts.
  func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(string: appName)
    writer.append(string: type)
    writer.append(string: title)
    writer.append(hasWebpage)
    writer.append(hasStreams)
  }

  /// Reads the parts.
  init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    appName = try reader.string()
    type = try reader.string()
    title = try reader.string()
    hasWebpage = try reader.flag()
    hasStreams = try reader.flag()
  }
}

extension FresnelHandoff.Refusal {
  /// Reads the number.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt16 = try reader.integer()
    guard let refusal = FresnelHandoff.Refusal(rawValue: number) else {
      throw WireError(.malformed, "A hand-over was refused for an unknown reason.")
    }
    self = refusal
  }
}
