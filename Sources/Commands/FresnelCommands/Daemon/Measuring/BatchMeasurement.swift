internal import CommandKit
internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// Indexes items of its own in durable batches, and deletes them.
struct BatchMeasurement {
  private let connection: ServiceConnection
  private let daemon: MeasuredProcess
  private let itemCount: Int

  /// The columns of what ``row(of:inFlight:in:)`` gives.
  static let table = MeasuredTable(
    key: "batches", title: "durable batches",
    columns: [
      .median, .ninetyNinth, MeasuredTable.Column(key: "itemsPerSecond", label: "items/s"),
      MeasuredTable.Column(key: "clientMicrosecondsPerItem", label: "client CPU µs/item"),
      MeasuredTable.Column(key: "daemonMicrosecondsPerItem", label: "daemon CPU µs/item"),
    ])
  /// The sizes of batches, and how many are in flight.
  static let shapes = [(1, 1), (10, 1), (10, 4), (1000, 1), (1000, 4)]
  /// The most batches of one shape.
  private static let batchLimit = 2000
  /// The app whose index is filled and emptied.
  private static let app = "org.fresnel.measure"

  init(over connection: ServiceConnection, to daemon: MeasuredProcess, itemCount: Int) {
    self.connection = connection
    self.daemon = daemon
    self.itemCount = itemCount
  }

  /// Indexes in batches of one size and takes the time of each; the processor time includes what the daemon
  /// does afterwards.
  func row(
    of size: Int, inFlight depth: Int, in protection: ProtectionClass
  ) throws -> MeasuredTable.Row {
    let index = try open(protection)
    let count = max(1, min(itemCount / size, Self.batchLimit))
    let own = MeasuredProcess(identifier: Int(CurrentProcess.identifier))
    daemon.waitUntilQuiet(.milliseconds(200))
    let before = (own.processorMilliseconds, daemon.processorMilliseconds)
    let start = MonotonicClock.nanoseconds
    let times = try fill(index, with: count, of: size, inFlight: depth)
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    let ownMilliseconds = own.processorMilliseconds - before.0
    daemon.waitUntilQuiet(.milliseconds(200))
    let daemonMilliseconds = daemon.processorMilliseconds - before.1
    _ = try connection.answer(to: .apply(ApplyBatch(handle: index, operations: [.deleteAll])))
    let indexed = Double(count * size)
    return MeasuredTable.Row(
      name: "\(counted(size, "item")), \(depth) in flight, \(Self.name(of: protection))",
      figures: [
        times.percentile(0.5), times.percentile(0.99), indexed / seconds,
        ownMilliseconds * 1000 / indexed, daemonMilliseconds * 1000 / indexed,
      ])
  }

  /// Indexes as much as the daemon takes: batches of 100, four in flight. Whoever started this process ends
  /// it before the time is over, unless it was ended itself.
  func index(in protection: ProtectionClass, atMost limit: Duration) throws {
    let index = try open(protection)
    let end = MonotonicClock.nanoseconds + UInt64(limit / .nanoseconds(1))
    var round = 0
    while MonotonicClock.nanoseconds < end {
      // Items that are there already, as they are, would not have to be indexed again.
      _ = try fill(index, with: 100, of: 100, inFlight: 4, round: round)
      round += 1
    }
  }

  /// Removes what was indexed.
  func removeAll(in protection: ProtectionClass) throws {
    let index = try open(protection)
    _ = try connection.answer(to: .apply(ApplyBatch(handle: index, operations: [.deleteAll])))
  }

  private static func name(of protection: ProtectionClass) -> String {
    protection == .none ? "plain" : "encrypted"
  }

  private func open(_ protection: ProtectionClass) throws -> UInt32 {
    let opening = OpenIndex(
      name: "measured \(Self.name(of: protection))", protection: protection, app: Self.app)
    guard case .indexOpened(let index) = try connection.answer(to: .openIndex(opening)).message
    else { throw CommandError(.store, "the daemon did not open an index") }
    return index.handle
  }

  private func fill(
    _ index: UInt32, with count: Int, of size: Int, inFlight depth: Int, round: Int = 0
  ) throws -> MeasuredTimes {
    let slots = DispatchSemaphore(value: depth)
    let times = Mutex<[Double]>([])
    let failure = Mutex<ServiceError?>(nil)
    for number in 0..<count {
      slots.wait()
      let batch = try Self.items(size, from: number * size, round: round)
      let sent = MonotonicClock.nanoseconds
      connection.request(
        .apply(ApplyBatch(handle: index, operations: [.put(batch)]))
      ) { result in
        let time = Double(MonotonicClock.nanoseconds - sent) / 1000
        times.withLock { $0.append(time) }
        if case .failure(let error) = result { failure.withLock { $0 = error } }
        slots.signal()
      }
    }
    for _ in 0..<depth { slots.wait() }
    for _ in 0..<depth { slots.signal() }
    if let error = failure.withLock({ $0 }) { throw CommandError(error) }
    return MeasuredTimes(microseconds: times.withLock { $0 })
  }

  private static func items(_ count: Int, from first: Int, round: Int) throws -> [EncodedItem] {
    try (first..<first + count).map { number in
      var attributes = Attributes()
      attributes[.title] = .string("Measured thing \(number)")
      attributes[.contentDescription] = .string(
        "Something to be indexed and forgotten, number \(number % 97) of its kind, "
          + "as it was in round \(round)")
      return try EncodedItem(
        opening: try ItemCodec.encode(
          Item(uniqueIdentifier: "measure-\(number)", attributes: attributes)))
    }
  }
}
