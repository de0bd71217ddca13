import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// Takes callbacks for its index, whose items expire soon, and answers each or none.
struct SoakCallbackTaker {
  let life: SoakLife
  let answers: Bool
  /// A connection is asked for everything once, and again only when something was lost since; for items that
  /// soon expire once in the life of the daemon's process.
  private static let mostRequests = 20

  func run() throws {
    let client = try life.enter()
    let handle = try client.open("expiring", flags: .takesCallbacks, methods: .all)
    try put(over: client, into: handle)
    var asked = 0
    client.timeout = .milliseconds(50)
    while !life.isOver {
      let envelope: Envelope<DaemonMessage>
      do {
        envelope = try client.receive()
      } catch RawClient.Failure.nothingCame {
        continue
      }
      switch envelope.message {
      case .reindexAll, .reindexItems:
        asked += 1
        guard asked <= Self.mostRequests else {
          throw SoakLife.Violation(description: "asked \(asked) times on one connection")
        }
        if answers { try client.send(Envelope(.acknowledged, request: envelope.request)) }
      default: continue
      }
    }
  }

  private func put(over client: RawClient, into handle: UInt32) throws {
    let items = try (0..<8).map { number in
      var item = Item(uniqueIdentifier: "expiring \(number)")
      item.expiration = Timestamp(
        secondsSince1970: WallClock.secondsSince1970 + Double(number) * 40_000)
      return try EncodedItem(opening: try ItemCodec.encode(item))
    }
    _ = try client.ask(.apply(ApplyBatch(handle: handle, operations: [.put(items)])))
  }
}
