internal import Dispatch

/// Does something once, when so much of the time of day has passed, unless it is cancelled or let go before.
final class WallTimer: @unchecked Sendable {
  // Sendable: a source is made for calls from any thread, and this one is set once.
  private let source: any DispatchSourceTimer

  /// How late it may be.
  private static let leeway = DispatchTimeInterval.milliseconds(50)
  /// Nothing is waited for longer than this, in seconds: a hundred years.
  private static let longest = 3.2e9

  /// Starts a timer.
  init(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(
      queue: DispatchQueue(label: "fresnel.wall-timer", qos: .utility))
    source.setEventHandler(handler: body)
    source.schedule(wallDeadline: .now() + min(seconds, Self.longest), leeway: Self.leeway)
    source.activate()
  }

  deinit {
    cancel()
  }

  /// Does nothing any more; what has begun goes on.
  func cancel() {
    source.cancel()
  }
}
