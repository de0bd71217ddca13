internal import FresnelPlatform

/// The latest answers of a session, in memory alone: going back a letter asks nobody.
package struct AnswerCache: Sendable {
  /// How many answers are kept.
  package static let capacity = 32
  /// How long one is good.
  package static let lifetime = Duration.seconds(600)

  private var answers: [(question: WebQuestion, results: [WebResult], end: UInt64)] = []

  /// Knows nothing yet.
  package init() {}

  /// The results for a question that was answered a while ago.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - now: The time, in nanoseconds since any moment.
  /// - Returns: The results; `nil` when nothing is known.
  package func results(for question: WebQuestion, at now: UInt64) -> [WebResult]? {
    answers.first { $0.question == question && now < $0.end }?.results
  }

  /// Keeps an answer; the oldest one makes room.
  package mutating func keep(_ results: [WebResult], for question: WebQuestion, at now: UInt64) {
    answers.removeAll { $0.question == question }
    if answers.count >= Self.capacity { answers.removeFirst() }
    answers.append((question, results, now.addingClamped(Self.lifetime.clampedNanoseconds)))
  }
}
