internal import FresnelHandoff

/// What this device offers to others: at most one activity of an app, and which of its clients has it.
///
/// Generic in the client so that it can be tested without one. For one thread at a time.
struct OfferedActivities<Client: AnyObject> {
  /// Something that is offered.
  struct Entry {
    /// Who has it; `nil` for one from before this program ran, whose client has not come back yet.
    fileprivate(set) var client: Client?
    /// The activity's number in its process.
    fileprivate(set) var number: UInt64
    /// What the other devices hear of it; `nil` as long as there is no client.
    fileprivate(set) var activity: HandoffActivity?
    /// What the client saved last for another device.
    fileprivate(set) var state: [UInt8]?
    /// Whether another device has taken it.
    fileprivate(set) var isContinued = false
    /// What other devices did with it before its client came back.
    fileprivate(set) var waiting: [OfferNews] = []
  }

  /// The most news that wait for a client: as many picks as a device may have under way, each with what comes of it.
  static var waitingLimit: Int { 4 * HandoffLimits.picks }

  /// What follows from a change.
  struct Outcome: Equatable {
    /// What the process is told.
    var orders: [HandoffOrder] = []
    /// Whether the activity is to be saved for the devices that took it.
    var isUpdated = false
    /// What has waited for the client that came back, in its order.
    var news: [OfferNews] = []

    static func == (one: Self, other: Self) -> Bool {
      one.orders == other.orders && one.isUpdated == other.isUpdated
        && one.news.map(\.news) == other.news.map(\.news)
    }
  }

  private var entries: [String: Entry] = [:]
  /// The apps with offers, the one that changed last at the end.
  private var order: [String] = []

  /// What an app offers.
  subscript(app: String) -> Entry? { entries[app] }

  /// What is offered, for the program that comes after this one.
  var passed: [PassedHandoff.Offer] {
    order.compactMap { app in
      entries[app].map { PassedHandoff.Offer(app: app, number: $0.number) }
    }
  }

  /// Takes over what is offered already; its clients are to come back. Whether other devices took it, the process
  /// that stands on the network knows, and so it passes on what is saved to those alone.
  mutating func adopt(_ offers: [PassedHandoff.Offer]) {
    for offer in offers {
      entries[offer.app] = Entry(client: nil, number: offer.number, isContinued: true)
      order.append(offer.app)
    }
  }

  /// An activity is current in an app, or none that may be offered.
  ///
  /// - Parameters:
  ///   - activity: What the other devices hear of it; `nil` for none.
  ///   - app: The app.
  ///   - client: Who has it.
  ///   - number: Its number in the client's process.
  ///   - needsSaving: Whether the client has something to save.
  /// - Returns: What follows.
  mutating func set(
    _ activity: HandoffActivity?, of app: String, in client: Client?, number: UInt64,
    needsSaving: Bool
  ) -> Outcome {
    // Others of the app may come and go before the one that has it is back.
    if client == nil, let entry = entries[app], entry.client == nil { return Outcome() }
    guard let activity, let client else { return withdraw(app) }
    var outcome = Outcome()
    if var entry = entries[app], entry.number == number,
      entry.client == nil || entry.client === client
    {
      if entry.activity != activity { outcome.orders = [.offer(activity)] }
      let isChanged = entry.activity != nil && entry.activity != activity
      outcome.isUpdated = entry.isContinued && (needsSaving || isChanged)
      outcome.news = entry.waiting
      (entry.client, entry.activity, entry.waiting) = (client, activity, [])
      entries[app] = entry
      return outcome
    }
    outcome = withdraw(app)
    if order.count == HandoffLimits.offers, let oldest = order.first {
      outcome.orders += withdraw(oldest).orders
    }
    entries[app] = Entry(client: client, number: number, activity: activity)
    order.append(app)
    outcome.orders.append(.offer(activity))
    return outcome
  }

  private mutating func withdraw(_ app: String) -> Outcome {
    guard let entry = entries.removeValue(forKey: app) else { return Outcome() }
    order.removeAll { $0 == app }
    let unsaved = entry.waiting.compactMap(\.failure)
    return Outcome(orders: unsaved + [.withdraw(app: app, state: entry.state)])
  }

  /// Withdraws what nobody came back for.
  mutating func withdrawOrphans() -> [HandoffOrder] {
    entries.filter { $0.value.client == nil }.keys.sorted().flatMap { withdraw($0).orders }
  }

  /// Forgets everything, as when the process is gone that was told.
  mutating func removeAll() {
    (entries, order) = ([:], [])
  }

  /// What an app saved for its offer.
  ///
  /// - Returns: Whether it is something else than before; `false` too when it is not offered any more.
  mutating func keep(_ state: [UInt8], of app: String, number: UInt64) -> Bool {
    guard let entry = entries[app], entry.number == number else { return false }
    entries[app]?.state = state
    return entry.state != state
  }

  /// Keeps what other devices did with an offer until its client is back.
  ///
  /// - Returns: Whether it is kept; not when the client is there, nothing is offered or too much waits.
  mutating func keep(_ news: OfferNews, for app: String) -> Bool {
    guard let entry = entries[app], entry.client == nil,
      entry.waiting.count < Self.waitingLimit
    else { return false }
    // The process tells again what it had told the program before.
    if entry.waiting.contains(where: { $0.isSame(as: news) }) { return true }
    entries[app]?.waiting.append(news)
    return true
  }

  /// Another device has taken what an app offers.
  mutating func noteContinued(_ app: String) {
    entries[app]?.isContinued = true
  }
}

extension OfferNews {
  /// What the process is told when nobody comes back for it; `nil` when it waits for nothing.
  fileprivate var failure: HandoffOrder? {
    guard case .save(let number, _, _) = news else { return nil }
    return .notSaved(
      number, HandoffFailure.ended.refusal, reason: HandoffFailure.ended.message)
  }

  /// Whether it is the same save.
  fileprivate func isSame(as other: OfferNews) -> Bool {
    if case .save = news { news == other.news } else { false }
  }
}
