/// A device with which there is a connection, and what is under way over it.
struct ExchangePeer: Sendable {
  /// How often a device is asked whether it is there while something is offered, in milliseconds.
  static let pingInterval: UInt64 = 20_000

  /// Its name, once it said hello.
  var name: String?
  /// What it offers, in the order in which it did.
  var offers: [PeerMessage.Offer] = []
  /// What it picks up here.
  var handed = HandedTable()
  /// The streams.
  var streams: StreamTable
  /// When it was last sent something.
  var lastSent: UInt64
  /// When it was asked whether it is there, if it has not said anything since.
  var pinged: UInt64?

  init(isCaller: Bool, now: UInt64) {
    streams = StreamTable(isCaller: isCaller)
    lastSent = now
  }

  /// Whether something passes or may pass over the connection, apart from what this device offers and picks up.
  var isBusy: Bool { !offers.isEmpty || handed.isSaving || !streams.streams.isEmpty }

  /// When ``ExchangeMachine/time(_:)`` has something to do.
  func deadline(isBusy: Bool) -> UInt64? {
    let ping = isBusy ? (pinged ?? lastSent) &+ Self.pingInterval : nil
    return [handed.deadline, ping].compactMap { $0 }.min()
  }
}
