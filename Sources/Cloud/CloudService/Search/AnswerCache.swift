internal import FresnelPlatform
internal import PublicIndex
internal import Synchronization

/// Answers that were given lately, in memory: many people ask the same. Who asked is no part of it.
final class AnswerCache: Sendable {
  private struct Entry {
    let answer: SearchAnswer
    /// The state of the index that was asked.
    let generation: Int
    /// Until when it is kept, in nanoseconds of the clock.
    let end: UInt64
  }

  /// Answers that were given since the older ones were put aside, and those. Where the younger ones fill half of the
  /// room, the older ones go.
  private struct Answers {
    var young: [Question: Entry] = [:]
    var old: [Question: Entry] = [:]
    var youngCount = 0
  }

  /// How long an answer is kept, in nanoseconds: as long as clients may keep it.
  private static let time: UInt64 = 60_000_000_000

  private let resultCount: Int
  private let answers = Mutex(Answers())

  /// Makes an empty cache.
  ///
  /// - Parameter resultCount: The most results of all answers together; each takes a kilobyte or two. Half of them are kept
  ///   for sure.
  init(resultCount: Int = 40_000) { self.resultCount = resultCount }

  /// The answer to a question; `nil` where it isn't known, or is one of another state of the index.
  func answer(to question: Question, generation: Int, at now: UInt64) -> SearchAnswer? {
    answers.withLock { answers in
      guard let entry = answers.young[question] ?? answers.old[question],
        entry.generation == generation, entry.end > now
      else { return nil }
      if answers.young[question] == nil { add(entry, to: question, &answers) }
      return entry.answer
    }
  }

  /// Notes an answer.
  func add(_ answer: SearchAnswer, generation: Int, at now: UInt64) {
    let entry = Entry(
      answer: answer, generation: generation, end: now.addingClamped(Self.time))
    answers.withLock { add(entry, to: answer.question, &$0) }
  }

  /// How many results there are in all answers, about; for tests.
  var count: Int {
    answers.withLock { answers in
      (Array(answers.young.values) + Array(answers.old.values)).reduce(0) { $0 + Self.size($1) }
    }
  }

  private func add(_ entry: Entry, to question: Question, _ answers: inout Answers) {
    let size = Self.size(entry)
    if answers.youngCount + size > resultCount / 2 {
      answers.old = answers.young
      answers.young = [:]
      answers.youngCount = 0
    }
    if let known = answers.young.updateValue(entry, forKey: question) {
      answers.youngCount -= Self.size(known)
    }
    answers.youngCount += size
  }

  /// An answer without results takes room as well.
  private static func size(_ entry: Entry) -> Int { entry.answer.results.count + 1 }
}
