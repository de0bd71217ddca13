internal import SpotlightWire

/// What the service is to know of this process without being asked, and what it was told.
struct ActivityPresence: Sendable {
  /// The current activity.
  var current: ActivitySummary?
  /// What this process takes.
  var kinds: ReceiveActivities.Kinds = []
  /// The connection over which it was told, and what.
  private var told: (link: Link, current: ActivitySummary?, kinds: ReceiveActivities.Kinds)?

  /// Whether a connection is being made for it.
  var isConnecting = false

  /// Whether the service is to know anything, or was told something.
  var isNeeded: Bool { current != nil || !kinds.isEmpty }

  /// How much may be told of the current activity.
  enum Openness: Sendable {
    /// Nothing before it is known whether the app's history can be read.
    case unknown
    /// All but what it is about: the history cannot be read now.
    case closed
    /// All that there is.
    case open
  }

  /// What is to be said over a connection.
  ///
  /// - Parameters:
  ///   - link: The connection.
  ///   - openness: How much may be told.
  /// - Returns: The messages, in their order.
  mutating func news(over link: Link, _ openness: Openness) -> [ClientMessage] {
    let last = told.flatMap { $0.link === link ? $0 : nil }
    var summary = openness == .unknown ? last?.current : current
    if openness == .closed {
      summary?.title = ""
      summary?.webpage = nil
    }
    told = (link, summary, kinds)
    var messages: [ClientMessage] = []
    if kinds != last?.kinds ?? [] { messages.append(.receive(ReceiveActivities(kinds: kinds))) }
    if summary != last?.current { messages.append(.currentChanged(summary)) }
    return messages
  }
}
