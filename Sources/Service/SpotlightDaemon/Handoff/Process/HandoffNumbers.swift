internal import FresnelHandoff

/// The numbers by which main and the process on the network speak of offers and of what is saved. None of them is
/// used twice.
struct HandoffNumbers: Sendable {
  /// The most saves that main owes an answer to: more than all devices may ask for at once.
  static let saveLimit = HandoffLimits.devices * HandoffLimits.picks

  /// What is current in apps here, by app, as other devices hear of it.
  private(set) var own: [String: PeerMessage.Offer] = [:]
  private var lastOwn: UInt64 = 0
  private var available: [(id: OfferID, activity: AvailableActivity)] = []
  private var lastAvailable: UInt64 = 0
  private var saves: [UInt64: Save] = [:]
  private var lastSave: UInt64 = 0

  /// What main is to have an app save.
  struct Save: Sendable {
    /// What was picked up.
    let id: HandedID
    /// What is offered.
    let offer: PeerMessage.Offer
  }

  /// Something is current in an app: what was, described anew, or another activity after ``withdraw(_:)``. That gets
  /// another number: what was saved for the one must not be taken for the other.
  mutating func offer(_ activity: HandoffActivity) -> PeerMessage.Offer {
    if own[activity.app] == nil { lastOwn += 1 }
    let offer = PeerMessage.Offer(
      number: own[activity.app]?.number ?? lastOwn, app: activity.app, appName: activity.appName,
      type: activity.type, title: activity.title, hasWebpage: activity.hasWebpage,
      hasStreams: activity.hasStreams)
    own[activity.app] = offer
    return offer
  }

  /// Nothing is current in an app any more.
  mutating func withdraw(_ app: String) {
    own[app] = nil
  }

  /// Takes all that other devices offer.
  mutating func setAvailable(
    _ offers: [(id: OfferID, deviceName: String, offer: PeerMessage.Offer)]
  ) -> [AvailableActivity] {
    let known = Dictionary(uniqueKeysWithValues: available.map { ($0.id, $0.activity.number) })
    available = offers.map { id, deviceName, offer in
      let number =
        known[id]
        ?? {
          lastAvailable += 1
          return lastAvailable
        }()
      return (
        id,
        AvailableActivity(number: number, device: deviceName, activity: HandoffActivity(offer))
      )
    }
    return available.map(\.activity)
  }

  /// What a number of ``setAvailable(_:)`` stands for, while it can be picked up.
  func available(_ number: UInt64) -> (id: OfferID, activity: AvailableActivity)? {
    available.first { $0.activity.number == number }
  }

  /// An activity is to be saved.
  mutating func save(_ id: HandedID, of offer: PeerMessage.Offer) -> UInt64 {
    lastSave += 1
    saves[lastSave] = Save(id: id, offer: offer)
    if saves.count > Self.saveLimit, let oldest = saves.keys.min() { saves[oldest] = nil }
    return lastSave
  }

  /// It was saved, or will not be; `nil` when nobody waits for the number.
  mutating func saved(_ number: UInt64) -> HandedID? {
    saves.removeValue(forKey: number)?.id
  }

  /// The saves that main has not answered, in the order in which they were asked for.
  var unansweredSaves: [(number: UInt64, offer: PeerMessage.Offer)] {
    saves.sorted { $0.key < $1.key }.map { ($0.key, $0.value.offer) }
  }
}

extension HandoffActivity {
  /// What another device offers.
  init(_ offer: PeerMessage.Offer) {
    self.init(
      app: offer.app, appName: offer.appName, type: offer.type, title: offer.title,
      hasWebpage: offer.hasWebpage, hasStreams: offer.hasStreams)
  }
}
