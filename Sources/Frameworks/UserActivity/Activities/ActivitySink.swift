internal import SpotlightClient
internal import SpotlightWire

/// Where activities go that people come upon: an app's history, and those who offer what is current.
///
/// Each call takes note and returns: it waits for nobody and calls nobody back, so that it may be made with
/// locks held, and what is called first counts first.
protocol ActivitySink: Sendable {
  /// The types that the app declares, as far as the service has told; `nil` when there is no list.
  var declaredTypes: [String]? { get }

  /// Hands an activity over.
  func donate(_ donation: DonatedActivity)

  /// Another activity is current, or the one that is has changed; `nil` when none is.
  func tell(current: ActivitySummary?)

  /// Something that was delivered to the app became current.
  func tell(restored delivery: UInt64)
}
