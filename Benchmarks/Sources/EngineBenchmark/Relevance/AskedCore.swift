import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Synchronization

/// A store that is asked through the service, as `fresnel search` asks the daemon: what was chosen before is kept in
/// the store and orders what is found.
///
/// The clock stands still but for what it is told, so that a run gives the same figures each time.
final class AskedCore {
  /// A hit of a list.
  struct Found: Hashable {
    let identifier: String
    let score: Double
  }

  private let core: ServiceCore
  private let clock: SetClock
  private let person: Client
  private static let context = QueryContext(
    keyboardLanguage: "en", locale: "en_US", timeZone: "UTC")
  private static let protection = ProtectionClass.firstUnlock

  /// What time it is where nothing else is said, in seconds since 2001.
  static let usualTime = 800_000_000.0

  /// Opens a store that was filled before.
  ///
  /// - Parameters:
  ///   - directory: The store.
  ///   - isNew: Whether what the service notes beside it is made anew.
  ///   - time: What time it is, in seconds since 2001.
  /// - Throws: What removing old files throws.
  init(at directory: String, isNew: Bool = true, time: Double = usualTime) throws {
    clock = SetClock(time)
    let metadataLog = directory + "-log"
    if isNew { try FileSystem.removeTree(metadataLog) }
    var options = CoreOptions(directories: [
      CoreOptions.ClassDirectory(
        classes: [Self.protection], store: directory, metadataLog: metadataLog)
    ])
    options.clock = { [clock] in clock.now }
    core = ServiceCore(options)
    person = Client(core, AppIdentity(identifier: "org.example.tool"), .tool)
    // What was chosen is read before the first keystroke, which would not wait for it.
    _ = try ask("a", isSettled: true)
  }

  deinit { close() }

  /// Closes the store once all changes and merges have ended; to be used no more.
  func close() { core.close() }

  /// Asks what a person typed.
  ///
  /// - Parameters:
  ///   - text: The text, the caret at its end.
  ///   - limit: The most hits.
  ///   - isSettled: Whether the person is done with the text; a keystroke waits for nothing.
  /// - Returns: The hits, best first.
  /// - Throws: ``BenchmarkFailure`` where the service refuses.
  func ask(_ text: String, limit: UInt64 = 10, isSettled: Bool = false) throws -> [Found] {
    let request = AskRequest(
      text: text, reach: .system, limit: limit, detail: .rows, flags: isSettled ? [.isSettled] : [],
      queryContext: Self.context)
    guard case .answered(let answer) = person.request(.ask(request)) else {
      throw BenchmarkFailure("The service did not answer \(text).")
    }
    return answer.hits.map { Found(identifier: $0.item.uniqueIdentifier, score: $0.score) }
  }

  /// The place of an item among the hits of a text, from 0; `nil` where it is not among them.
  func place(of identifier: String, after text: String, limit: UInt64 = 10) throws -> Int? {
    try ask(text, limit: limit).firstIndex { $0.identifier == identifier }
  }

  /// The person chooses an item some time after what they did last; returns when that is kept.
  ///
  /// - Parameters:
  ///   - identifier: The item.
  ///   - app: Whose it is.
  ///   - text: What was typed.
  ///   - seconds: The time that passes before.
  func choose(_ identifier: String, of app: String, after text: String, seconds: Double = 3600) {
    clock.advance(seconds)
    let app = AppIdentity(identifier: app)
    core.noteChoice(
      .item(index: "", identifier: identifier), of: app, in: Self.protection, after: text)
    let isKept = DispatchSemaphore(value: 0)
    core.whenChoicesAreKept(of: app) { isKept.signal() }
    isKept.wait()
  }

  /// The person has everything forgotten.
  func forgetChoices() throws {
    guard case .historyDeleted = person.request(.deleteHistory(DeleteHistory())) else {
      throw BenchmarkFailure("The service did not delete history.")
    }
  }

  /// How many things are known.
  var knownCount: Int { core.choices(startingWith: "i").count }

  /// An app changes its items.
  func apply(_ operations: [WireOperation], of app: String) throws {
    let client = Client(core, AppIdentity(identifier: app), .app)
    guard case .indexOpened(let opened) = client.request(.openIndex(OpenIndex(name: ""))),
      case .done = client.request(
        .apply(ApplyBatch(handle: opened.handle, operations: operations)))
    else { throw BenchmarkFailure("The service did not take items of \(app).") }
  }
}

/// A time of day that passes as it is told.
private final class SetClock: Sendable {
  private let seconds: Mutex<Double>

  init(_ time: Double) { seconds = Mutex(time) }

  var now: Timestamp { Timestamp(secondsSinceReferenceDate: seconds.withLock { $0 }) }

  func advance(_ more: Double) {
    seconds.withLock { $0 += more }
  }
}

/// A client that makes one request after the other.
private final class Client {
  let session: Session
  private let replies = Replies()
  private var count: UInt64 = 0

  init(_ core: ServiceCore, _ app: AppIdentity, _ role: Role) {
    session = core.attach(
      SpotlightWire.Peer(
        app: app, trust: .executable, role: role, processIdentifier: 1,
        program: "fresnel-bench"), to: replies)
  }

  deinit { session.end() }

  /// Makes a request and waits for its last reply.
  func request(_ message: ClientMessage) -> DaemonMessage {
    count += 1
    session.receive(Envelope(message, request: count))
    return replies.next()
  }
}

/// The last replies to requests, in the order in which they came.
private final class Replies: SessionSink {
  private let messages = Mutex<[DaemonMessage]>([])
  private let count = DispatchSemaphore(value: 0)

  /// Waits for the next one.
  func next() -> DaemonMessage {
    count.wait()
    return messages.withLock { $0.removeFirst() }
  }

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    guard envelope.isLast, envelope.message.kind.isReply else { return true }
    messages.withLock { $0.append(envelope.message) }
    count.signal()
    return true
  }

  var takesMore: Bool { true }

  func close(_ reason: Refusal?) {}
}
