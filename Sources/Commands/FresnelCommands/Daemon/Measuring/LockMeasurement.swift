internal import CommandKit
internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// Measures how long results of a locked class stay in a search that goes on: from the order to lock until
/// the library tells of a list without them.
struct LockMeasurement {
  private static let roundCount = 30
  private static let app = "org.fresnel.measure"
  private static let className = "complete"
  private static let word = "Nebelkrähenparade"
  /// How long to wait for anything.
  private static let patience = DispatchTimeInterval.seconds(20)

  private let searching: ServiceConnection
  private let ordering: ServiceConnection

  /// Measures over two connections: one searches, the other one gives the order.
  init(searchingOver searching: ServiceConnection, orderingOver ordering: ServiceConnection) {
    self.searching = searching
    self.ordering = ordering
  }

  /// The times of 30 locks; without figures where the session, and not a command, opens classes.
  func table() throws -> MeasuredTable {
    var table = MeasuredTable(
      key: "lock", title: "results gone after a lock",
      columns: [.median, MeasuredTable.Column(key: "worstMicroseconds", label: "worst µs")])
    // A class of which nothing is stored is open too, and says that it is empty.
    let unlocked = ["open", "empty"]
    let wasOpen = unlocked.contains(try state(ordered: "status"))
    guard unlocked.contains(try state(ordered: "unlock")) else {
      table.rows.append(MeasuredTable.Row(name: "locked by the session", figures: [nil, nil]))
      return table
    }
    let index = searching.index(named: "lock", protection: .complete, of: Self.app)
    var item = Item(uniqueIdentifier: "measured")
    item.attributes[.title] = .string(Self.word)
    try wait { done in index.apply(.success(.addItems([item])), completion: done) }
    var times: [Double] = []
    for _ in 0..<Self.roundCount { times.append(try round()) }
    try wait { done in index.apply(.success(.deleteAll), completion: done) }
    if !wasOpen { _ = try state(ordered: "lock") }
    let measured = MeasuredTimes(microseconds: times)
    table.rows.append(
      MeasuredTable.Row(
        name: "complete, \(times.count) times",
        figures: [measured.percentile(0.5), measured.percentile(1)]))
    return table
  }

  /// One lock and unlock.
  ///
  /// - Returns: Microseconds.
  private func round() throws -> Double {
    let isFound = DispatchSemaphore(value: 0)
    let isGone = DispatchSemaphore(value: 0)
    let goneAt = Mutex<UInt64?>(nil)
    let wasFound = Mutex(false)
    let search = searching.follow(
      .ask(AskRequest(text: Self.word, reach: .system, limit: 10, detail: .rows))
    ) { revision in
      let isThere = revision.hits.contains { $0.protection == .complete }
      let before = wasFound.withLock { found in
        defer { found = isThere }
        return found
      }
      if isThere, !before { isFound.signal() }
      guard !isThere, before else { return }
      goneAt.withLock { $0 = $0 ?? MonotonicClock.nanoseconds }
      isGone.signal()
    } finish: { _ in
    }
    defer { search.cancel() }
    guard isFound.wait(timeout: .now() + Self.patience) == .success else {
      throw CommandError(.store, "a search does not find what was just indexed")
    }
    let start = MonotonicClock.nanoseconds
    _ = try state(ordered: "lock")
    guard isGone.wait(timeout: .now() + Self.patience) == .success,
      let end = goneAt.withLock({ $0 })
    else { throw CommandError(.store, "results of a locked class stay in a search") }
    guard try state(ordered: "unlock") == "open" else {
      throw CommandError(.store, "a class stays locked after the command to unlock")
    }
    return Double(end - start) / 1000
  }

  /// Gives an order, again where the daemon ran anew under it.
  ///
  /// - Returns: The state of the class that is measured.
  private func state(ordered verb: String) throws -> String {
    for attempt in 1... {
      let report: [UInt8]
      do throws(ServiceError) {
        report = try ordering.administer(verb, Array("{}".utf8))
      } catch {
        guard attempt < 10, error.isRetryable || error.code == .connectionLost else {
          throw CommandError(error)
        }
        continue
      }
      let value = try JSONValue.parse(report)
      let ofStores = value.list("stores").first { $0.text("class") == Self.className }
      return ofStores?.text("state") ?? value.text(Self.className)
    }
    return ""
  }

  private func wait(
    _ body: (@escaping @Sendable (ServiceError?) -> Void) -> Void
  ) throws(CommandError) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    body { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    guard isDone.wait(timeout: .now() + Self.patience) == .success else {
      throw CommandError(.store, "the daemon does not answer")
    }
    if let error = failure.withLock({ $0 }) { throw CommandError(error) }
  }
}
