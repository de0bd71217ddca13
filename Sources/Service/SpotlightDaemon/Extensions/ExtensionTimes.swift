internal import SpotlightWire

/// How long extensions may take.
package struct ExtensionTimes: Equatable, Sendable {
  /// From the start of the program until it is taken in as a client.
  package var start: Duration = .seconds(10)
  /// How long an extension is kept in which nothing happens.
  package var idle: Duration = .seconds(5)
  /// How long an extension is kept of which nothing is asked, whatever it does.
  package var unasked: Duration = .seconds(60)
  /// How long it may take to end after it was told that it goes away.
  package var farewell: Duration = .seconds(2)
  /// The same when the daemon itself ends or is locked.
  package var hastyFarewell: Duration = .milliseconds(500)
  /// How long it may take to end after `SIGTERM`.
  package var termination: Duration = .seconds(1)
  /// How long it may take for an item's data or file.
  package var content: Duration = .seconds(10)
  /// How long it may take to read a file.
  package var importing: Duration = .seconds(20)
  /// How long it may take to index again; its processor time is limited apart from that.
  package var indexing: Duration = .seconds(600)

  /// The usual times.
  package init() {}

  /// How long a request of the daemon may take; `nil` for what is none.
  func deadline(of kind: MessageKind) -> Duration? {
    switch kind {
    case .provideData, .provideFile, .provideItems, .useChannel: content
    case .importForApp: importing
    case .reindexAll, .reindexItems, .refresh: indexing
    default: nil
    }
  }
}
