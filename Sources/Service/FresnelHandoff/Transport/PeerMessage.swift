internal import SpotlightWire

/// What two paired devices say to each other, as `Documentation/handoff.md` lists it.
package enum PeerMessage: Hashable, Sendable {
  /// The first of each side: the version of the protocol, and the device's name.
  case hello(version: UInt16, name: String)
  /// Something is current here and can be picked up there.
  case offer(Offer)
  /// An offer ended.
  case withdraw(offer: UInt64)
  /// The person picks an offer up; asks for the activity.
  case pick(pick: UInt64, offer: UInt64)
  /// The activity that was asked for.
  case state(pick: UInt64, activity: [UInt8])
  /// There is no activity for a pick.
  case refuse(pick: UInt64, Refusal, reason: String)
  /// The other app has taken the activity.
  case continued(pick: UInt64)
  /// The activity changed after it was handed over.
  case update(pick: UInt64, activity: [UInt8])
  /// Opens a stream that belongs to an activity that was handed over.
  case streamOpen(stream: UInt32, pick: UInt64)
  /// Bytes of a stream, within the credit given.
  case streamData(stream: UInt32, bytes: [UInt8])
  /// So many bytes of a stream were read and more may come.
  case streamCredit(stream: UInt32, byteCount: UInt32)
  /// A stream, or this direction of it, ended.
  case streamEnd(stream: UInt32, isCancelled: Bool)
  /// Asks whether the other side is there.
  case ping
  /// It is.
  case pong
  /// The devices are no longer paired.
  case forget

  /// Something that is current on a device.
  package struct Offer: Hashable, Sendable {
    /// Names the offer as long as the connection lasts.
    package var number: UInt64
    /// The identifier of the app whose activity it is.
    package var app: String
    /// The app's name for people.
    package var appName: String
    /// The activity's type.
    package var type: String
    /// Its title.
    package var title: String
    /// Whether it has a page that a browser can show.
    package var hasWebpage: Bool
    /// Whether its app opens streams.
    package var hasStreams: Bool

    /// Puts the parts together.
    package init(
      number: UInt64, app: String, appName: String, type: String, title: String,
      hasWebpage: Bool = false, hasStreams: Bool = false
    ) {
      self.number = number
      self.app = app
      self.appName = appName
      self.type = type
      self.title = title
      self.hasWebpage = hasWebpage
      self.hasStreams = hasStreams
    }

    /// Whether every part is within its limit.
    var isWithinLimits: Bool {
      (1...HandoffLimits.app).contains(app.utf8.count)
        && appName.utf8.count <= HandoffLimits.appName
        && (1...HandoffLimits.type).contains(type.utf8.count)
        && title.utf8.count <= HandoffLimits.title
    }
  }

  /// Whether every field is within its limit.
  private var isWithinLimits: Bool {
    switch self {
    case .hello(_, let name): name.utf8.count <= HandoffLimits.deviceName
    case .offer(let offer): offer.isWithinLimits
    case .state(_, let activity), .update(_, let activity):
      (1...HandoffLimits.activity).contains(activity.count)
    case .refuse(_, _, let reason): reason.utf8.count <= HandoffLimits.reason
    case .streamData(_, let bytes): (1...HandoffLimits.streamData).contains(bytes.count)
    case .streamCredit(_, let byteCount): (1...HandoffLimits.streamCredit).contains(byteCount)
    case .withdraw, .pick, .continued, .streamOpen, .streamEnd, .ping, .pong, .forget: true
    }
  }

  /// The message's bytes, before they are filled up.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/tooLarge`` when a field is not within its limit.
  package func encoded() throws(HandoffError) -> [UInt8] {
    guard isWithinLimits else {
      throw HandoffError(.tooLarge, "A part of a message to another device is too large.")
    }
    var writer = WireWriter()
    writer.append(kind.rawValue)
    switch self {
    case .hello(let version, let name):
      writer.append(version)
      writer.append(string: name)
    case .offer(let offer): Self.append(offer, to: &writer)
    case .withdraw(let offer): writer.append(offer)
    case .pick(let pick, let offer):
      writer.append(pick)
      writer.append(offer)
    case .state(let pick, let activity), .update(let pick, let activity):
      writer.append(pick)
      writer.append(bytes: activity)
    case .refuse(let pick, let refusal, let reason):
      writer.append(pick)
      writer.append(refusal.rawValue)
      writer.append(string: reason)
    case .continued(let pick): writer.append(pick)
    case .streamOpen(let stream, let pick):
      writer.append(stream)
      writer.append(pick)
    case .streamData(let stream, let bytes):
      writer.append(stream)
      writer.append(bytes: bytes)
    case .streamCredit(let stream, let byteCount):
      writer.append(stream)
      writer.append(byteCount)
    case .streamEnd(let stream, let isCancelled):
      writer.append(stream)
      writer.append(isCancelled)
    case .ping, .pong, .forget: break
    }
    return writer.finish()
  }

  private static func append(_ offer: Offer, to writer: inout WireWriter) {
    writer.append(offer.number)
    writer.append(string: offer.app)
    writer.append(string: offer.appName)
    writer.append(string: offer.type)
    writer.append(string: offer.title)
    writer.append(UInt8((offer.hasWebpage ? 1 : 0) | (offer.hasStreams ? 2 : 0)))
  }

  /// Reads a message that was filled up.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/malformed`` when the bytes are not the one encoding of
  ///   a message.
  package init(decoding bytes: [UInt8]) throws(HandoffError) {
    var reader = WireReader(bytes)
    do throws(WireError) {
      guard let message = try Self.read(&reader), message.isWithinLimits,
        Padding.isWhole(bytes.count), Padding.isPadding(bytes[reader.position...])
      else { throw WireError(.malformed, "A message of the other device is none.") }
      self = message
    } catch {
      throw HandoffError(error)
    }
  }

  /// Reads a message; `nil` when a number in it stands for nothing.
  private static func read(_ reader: inout WireReader) throws(WireError) -> PeerMessage? {
    guard let kind = Kind(rawValue: try reader.integer()) else { return nil }
    switch kind {
    case .hello: return .hello(version: try reader.integer(), name: try reader.string())
    case .offer: return try readOffer(&reader).map { .offer($0) }
    case .withdraw: return .withdraw(offer: try reader.integer())
    case .pick: return .pick(pick: try reader.integer(), offer: try reader.integer())
    case .state: return .state(pick: try reader.integer(), activity: try reader.byteRun())
    case .refuse:
      let pick: UInt64 = try reader.integer()
      guard let refusal = Refusal(rawValue: try reader.integer()) else { return nil }
      return .refuse(pick: pick, refusal, reason: try reader.string())
    case .continued: return .continued(pick: try reader.integer())
    case .update: return .update(pick: try reader.integer(), activity: try reader.byteRun())
    case .streamOpen: return .streamOpen(stream: try reader.integer(), pick: try reader.integer())
    case .streamData: return .streamData(stream: try reader.integer(), bytes: try reader.byteRun())
    case .streamCredit:
      return .streamCredit(stream: try reader.integer(), byteCount: try reader.integer())
    case .streamEnd: return .streamEnd(stream: try reader.integer(), isCancelled: try reader.flag())
    case .ping: return .ping
    case .pong: return .pong
    case .forget: return .forget
    }
  }

  private static func readOffer(_ reader: inout WireReader) throws(WireError) -> Offer? {
    let number: UInt64 = try reader.integer()
    let (app, appName) = (try reader.string(), try reader.string())
    let (type, title) = (try reader.string(), try reader.string())
    let flags: UInt8 = try reader.integer()
    guard flags & ~3 == 0 else { return nil }
    return Offer(
      number: number, app: app, appName: appName, type: type, title: title,
      hasWebpage: flags & 1 != 0, hasStreams: flags & 2 != 0)
  }

  private enum Kind: UInt8 {
    case hello = 1
    case offer, withdraw, pick, state, refuse, continued, update
    case streamOpen, streamData, streamCredit, streamEnd, ping, pong, forget
  }

  private var kind: Kind {
    switch self {
    case .hello: .hello
    case .offer: .offer
    case .withdraw: .withdraw
    case .pick: .pick
    case .state: .state
    case .refuse: .refuse
    case .continued: .continued
    case .update: .update
    case .streamOpen: .streamOpen
    case .streamData: .streamData
    case .streamCredit: .streamCredit
    case .streamEnd: .streamEnd
    case .ping: .ping
    case .pong: .pong
    case .forget: .forget
    }
  }
}
