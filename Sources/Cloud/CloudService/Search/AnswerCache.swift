internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization

/// Answers that were given lately, in memory: many people ask the same. Who asked is no part of it.
final class AnswerCache: Sendable {
  private struct Entry {
    let answer: SearchAnswer
    let byteCount: Int
    /// Until when it is kept, in nanoseconds of the clock.
    let end: UInt64
  }

  /// Answers that were given since the older ones were put aside, and those. Where the younger ones fill half of the
  /// room, the older ones go.
  private struct Answers {
    /// The latest state of the index that was asked; all answers are of it.
    var generation = 0
    var young: [Question: Entry] = [:]
    var old: [Question: Entry] = [:]
    var youngByteCount = 0
  }

  /// How long an answer is kept, in nanoseconds: as long as clients may keep it.
  private static let time: UInt64 = 60_000_000_000

  private let largestByteCount: Int
  private let answers = Mutex(Answers())

  /// Makes an empty cache.
  ///
  /// - Parameter byteCount: How much memory all answers may take, their pages included, which other caches may have as
  ///   well. Half of that is kept for sure.
  init(byteCount: Int = 64 << 20) { largestByteCount = byteCount }

  /// The answer to a question; `nil` where it isn't known, or is one of another state of the index.
  func answer(to question: Question, generation: Int, at now: UInt64) -> SearchAnswer? {
    answers.withLock { answers in
      guard answers.generation == generation,
        let entry = answers.young[question] ?? answers.old[question], entry.end > now
      else { return nil }
      if answers.young[question] == nil { add(entry, to: question, &answers) }
      return entry.answer
    }
  }

  /// Notes an answer, unless it is of an earlier state of the index, or takes a sixteenth of the room. With the first
  /// answer of a later state those of earlier ones go: nobody gets them any more.
  func add(_ answer: SearchAnswer, generation: Int, at now: UInt64) {
    let entry = Entry(
      answer: answer, byteCount: Self.byteCount(of: answer), end: now.addingClamped(Self.time))
    guard entry.byteCount <= largestByteCount / 16 else { return }
    // Who asks waits for the lock, so what goes is freed behind it.
    let gone: Answers = answers.withLock { answers in
      guard generation >= answers.generation else { return Answers() }
      var gone = Answers()
      if generation > answers.generation {
        gone = answers
        answers = Answers(generation: generation)
      }
      add(entry, to: answer.question, &answers)
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// How many bytes all answers take, about; for tests.
  var byteCount: Int {
    answers.withLock { answers in
      (Array(answers.young.values) + Array(answers.old.values)).reduce(0) { $0 + $1.byteCount }
    }
  }

  private func add(_ entry: Entry, to question: Question, _ answers: inout Answers) {
    if answers.youngByteCount + entry.byteCount > largestByteCount / 2 {
      answers.old = answers.young
      answers.young = [:]
      answers.youngByteCount = 0
    }
    if let known = answers.young.updateValue(entry, forKey: question) {
      answers.youngByteCount -= known.byteCount
    }
    answers.youngByteCount += entry.byteCount
  }

  /// About what an answer takes, its place in a table included: the question is there twice, and each result has
  /// numbers and an app besides its page.
  private static func byteCount(of answer: SearchAnswer) -> Int {
    answer.results.reduce(1_024 + 2 * answer.question.text.utf8.count) {
      $0 + 512 + $1.page.byteCount
    }
  }
}
