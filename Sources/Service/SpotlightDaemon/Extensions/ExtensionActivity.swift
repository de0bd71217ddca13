internal import FresnelPlatform
internal import SpotlightWire

/// What an extension was asked and has not answered, and when something was last heard of it.
///
/// Moments are nanoseconds of ``MonotonicClock``.
struct ExtensionActivity {
  /// What there is to do about an extension.
  enum Verdict: Equatable {
    /// Nothing until this moment.
    case wait(until: UInt64)
    /// It has nothing to do.
    case idle
    /// It has not answered a request of this kind in time.
    case late(MessageKind)
  }

  /// Requests are numbered anew on each connection.
  private struct QuestionID: Hashable {
    /// The class to which the connection leads; `nil` for that to main.
    let channel: ProtectionClass?
    let request: UInt64
  }

  private struct Question {
    let kind: MessageKind
    let deadline: UInt64
  }

  private let times: ExtensionTimes
  private var questions: [QuestionID: Question] = [:]
  /// The last message, in either direction.
  private var lastMessage: UInt64
  /// When the last answer came.
  private var lastAnswer: UInt64

  init(_ times: ExtensionTimes, now: UInt64) {
    self.times = times
    lastMessage = now
    lastAnswer = now
  }

  /// Whether it owes an answer.
  var isAsked: Bool { !questions.isEmpty }

  /// The daemon said something to the extension.
  ///
  /// - Returns: Whether that is something to answer, so that there may be a new deadline.
  mutating func sent(
    _ kind: MessageKind, _ request: UInt64, over channel: ProtectionClass? = nil, now: UInt64
  ) -> Bool {
    lastMessage = now
    guard let time = times.deadline(of: kind) else { return false }
    questions[QuestionID(channel: channel, request: request)] = Question(
      kind: kind, deadline: now.after(time))
    return true
  }

  /// The extension said something.
  ///
  /// - Returns: Whether that was the last answer that it owed, so that it is idle before long.
  mutating func received(
    _ kind: MessageKind, _ request: UInt64, over channel: ProtectionClass? = nil, now: UInt64
  ) -> Bool {
    lastMessage = now
    let question = QuestionID(channel: channel, request: request)
    // Numbers of its own requests are others; only a reply can be an answer.
    guard kind.isReply, questions.removeValue(forKey: question) != nil else { return false }
    lastAnswer = now
    return questions.isEmpty
  }

  /// A channel has ended: nobody waits for the answers to what was asked over it.
  ///
  /// - Returns: Whether the extension owed nothing else, so that it is idle before long.
  mutating func ended(_ channel: ProtectionClass, now: UInt64) -> Bool {
    let count = questions.count
    questions = questions.filter { $0.key.channel != channel }
    guard questions.count < count else { return false }
    lastAnswer = now
    return questions.isEmpty
  }

  /// What there is to do now.
  func verdict(now: UInt64) -> Verdict {
    if let first = questions.values.min(by: { $0.deadline < $1.deadline }) {
      return first.deadline <= now ? .late(first.kind) : .wait(until: first.deadline)
    }
    let end = min(lastMessage.after(times.idle), lastAnswer.after(times.unasked))
    return end <= now ? .idle : .wait(until: end)
  }
}

extension UInt64 {
  /// The moment so much later.
  fileprivate func after(_ duration: Duration) -> UInt64 {
    addingClamped(duration.clampedNanoseconds)
  }
}
