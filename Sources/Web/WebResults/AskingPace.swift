internal import FresnelPlatform

/// When a question that a person is typing is asked: once the keys have rested, and not of a server that fails.
///
/// It knows no clock; times are nanoseconds since any moment.
package struct AskingPace: Sendable {
  /// How long no key may come before what is typed goes out, so that not every letter does.
  package static let quiet = Duration.milliseconds(150)
  /// How many failures in a row it takes to leave the server alone.
  package static let failureLimit = 3
  /// For how long.
  package static let pause = Duration.seconds(60)

  private var waiting: (question: WebQuestion, due: UInt64)?
  private var failureCount = 0
  private var pausedUntil: UInt64 = 0

  /// Nothing is typed.
  package init() {}

  /// Something else is typed now; what waited is not asked any more.
  ///
  /// - Parameters:
  ///   - question: What may be asked about it; `nil` for nothing.
  ///   - now: The time.
  package mutating func typed(_ question: WebQuestion?, at now: UInt64) {
    waiting = question.map { ($0, now.addingClamped(Self.quiet.clampedNanoseconds)) }
  }

  /// The question that is to be asked now; `nil` when none is, or the server is left alone.
  package mutating func take(at now: UInt64) -> WebQuestion? {
    guard let (question, due) = waiting, due <= now else { return nil }
    waiting = nil
    return now >= pausedUntil ? question : nil
  }

  /// The server has answered.
  package mutating func succeed() { failureCount = 0 }

  /// The server has not answered, or not as it should.
  ///
  /// - Returns: Whether it is left alone from now on.
  package mutating func fail(at now: UInt64) -> Bool {
    failureCount = min(failureCount + 1, Self.failureLimit)
    guard failureCount == Self.failureLimit else { return false }
    pausedUntil = now.addingClamped(Self.pause.clampedNanoseconds)
    return true
  }
}
