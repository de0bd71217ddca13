internal import FresnelLaunching
internal import SpotlightWire

/// The clients that take what is opened in their apps, and what is current in each.
///
/// Generic in the client so that it can be tested without one. For one thread at a time.
struct ReceiverTable<Client: AnyObject> {
  private struct Entry {
    let client: Client
    let number: UInt64
    let app: AppIdentity
    var kinds: ReceiveActivities.Kinds = []
    var summary: ActivitySummary?
    /// The later it did something, the greater.
    var moment: UInt64 = 0
    /// When it last said what it takes.
    var receivingMoment: UInt64 = 0
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var lastNumber: UInt64 = 0

  /// Counts what clients have said; never goes back.
  private(set) var moment: UInt64 = 0

  /// A client takes this from now on.
  ///
  /// - Parameters:
  ///   - kinds: What it takes; nothing to take nothing any more.
  ///   - client: The client.
  ///   - app: Its app.
  /// - Returns: The client's number, the same each time.
  @discardableResult
  mutating func receive(
    _ kinds: ReceiveActivities.Kinds, _ client: Client, of app: AppIdentity
  ) -> UInt64 {
    change(client, of: app) { entry, moment in
      (entry.kinds, entry.receivingMoment) = (kinds, moment)
    }
  }

  /// Another activity of a client is current, or none.
  mutating func setCurrent(_ summary: ActivitySummary?, _ client: Client, of app: AppIdentity) {
    change(client, of: app) { entry, _ in entry.summary = summary }
  }

  /// A client is gone.
  mutating func end(_ client: Client) {
    entries[ObjectIdentifier(client)] = nil
  }

  @discardableResult
  private mutating func change(
    _ client: Client, of app: AppIdentity, _ body: (inout Entry, UInt64) -> Void
  ) -> UInt64 {
    moment += 1
    let key = ObjectIdentifier(client)
    var entry: Entry
    if let known = entries[key] {
      entry = known
    } else {
      lastNumber += 1
      entry = Entry(client: client, number: lastNumber, app: app)
    }
    entry.moment = moment
    body(&entry, moment)
    entries[key] = entry
    return entry.number
  }

  /// The clients of an app that take something, the one that did something last first.
  func receivers(of app: AppIdentity) -> [ReceiverFacts] {
    entries.values.filter { $0.app == app && !$0.kinds.isEmpty }
      .sorted { $0.moment > $1.moment }
      .map { ReceiverFacts(session: $0.number, kinds: $0.kinds) }
  }

  /// The client of an app that said after a moment that it takes something of this kind, if there is one; of
  /// several the last.
  func newReceiver(
    _ kind: ReceiveActivities.Kinds, of app: AppIdentity, since moment: UInt64
  ) -> UInt64? {
    entries.values.filter {
      $0.app == app && $0.kinds.isSuperset(of: kind) && $0.receivingMoment > moment
    }.max { $0.receivingMoment < $1.receivingMoment }?.number
  }

  /// The client of a number; `nil` when it is gone.
  func client(_ number: UInt64) -> Client? {
    entries.values.first { $0.number == number }?.client
  }

  /// The number of a client; `nil` for one that has said nothing.
  func number(of client: Client) -> UInt64? {
    entries[ObjectIdentifier(client)]?.number
  }

  /// The apps in which something is current.
  var appsWithCurrent: [AppIdentity] {
    Array(Set(entries.values.lazy.filter { $0.summary != nil }.map(\.app)))
  }

  /// What is current in an app: of several clients, in the one that did something last.
  func current(of app: AppIdentity) -> (client: Client, summary: ActivitySummary)? {
    let entry = entries.values.filter { $0.app == app && $0.summary != nil }
      .max { $0.moment < $1.moment }
    return entry.flatMap { entry in entry.summary.map { (entry.client, $0) } }
  }
}
