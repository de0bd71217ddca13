/// A device with which there is a connection, and what is under way over it.
struct ExchangePeer: Sendable {
  /// How often a device is asked whether it is there while something is offered, in milliseconds.
  static let pingInterval: UInt64 = 20_000
  /// How long an app here may take to save, in milliseconds.
  static let savingPatience: UInt64 = 2_000
  /// How long the other device may take to send an activity, in milliseconds.
  static let pickPatience: UInt64 = 10_000

  /// Its name, once it said hello.
  var name: String?
  /// What it offers, in the order in which it did.
  var offers: [PeerMessage.Offer] = []
  /// What it picks up here: waited for is the app here.
  var handed = HandOverTable(patience: savingPatience)
  /// What is picked up here from it: waited for is the other device.
  var picked = HandOverTable(patience: pickPatience)
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

  /// Whether something passes or may pass over the connection, apart from what this device offers.
  var isBusy: Bool {
    !offers.isEmpty || handed.isWaiting || picked.isWaiting || !streams.streams.isEmpty
  }

  /// When ``ExchangeMachine/time(_:)`` has something to do.
  func deadline(isOffering: Bool) -> UInt64? {
    let ping = isOffering || isBusy ? (pinged ?? lastSent) &+ Self.pingInterval : nil
    return [handed.deadline, picked.deadline, ping].compactMap { $0 }.min()
  }
}
