internal import Dispatch
internal import FresnelPlatform
internal import Synchronization

/// Asks about what a person is typing, while they type on.
///
/// May be used from any thread; nothing here waits.
package final class WebSearchSession: Sendable {
  /// What it tells.
  package enum News: Sendable {
    /// The results for what was typed, by its number, best first.
    case results(Int, [WebResult])
    /// There are none for what was typed, and why: one sentence. From the third failure in a row on the server is
    /// left alone for a while.
    case failed(Int, String, isLeftAlone: Bool)
  }

  /// The time that it goes by, which tests make up.
  package struct Clock: Sendable {
    /// Nanoseconds since any moment.
    package let now: @Sendable () -> UInt64
    /// Does something after a while.
    package let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    /// Makes a clock.
    package init(
      now: @escaping @Sendable () -> UInt64,
      after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    ) {
      self.now = now
      self.after = after
    }

    /// The clock of this machine.
    package static var machine: Clock {
      let queue = DispatchQueue(label: "fresnel.search.web")
      return Clock(now: { MonotonicClock.nanoseconds }) { duration, body in
        let nanoseconds = Int(clamping: duration.clampedNanoseconds)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: body)
      }
    }
  }

  private struct State {
    var pace = AskingPace()
    var cache = AnswerCache()
    /// The number of what is typed now.
    var number = 0
    /// Gives up what was asked last.
    var giveUp: (@Sendable () -> Void)?
  }

  private let client: WebSearchClient
  private let patience: Duration
  private let clock: Clock
  private let tell: @Sendable (News) -> Void
  private let state = Mutex(State())

  /// Starts a session; nothing is asked yet.
  ///
  /// - Parameters:
  ///   - client: Who asks.
  ///   - patience: How long an answer is waited for. Nobody sees that it is.
  ///   - clock: The time.
  ///   - tell: Called with news, on any thread, also while ``typed(_:number:)`` runs.
  package init(
    _ client: WebSearchClient, patience: Duration, clock: Clock = .machine,
    tell: @escaping @Sendable (News) -> Void
  ) {
    self.client = client
    self.patience = patience
    self.clock = clock
    self.tell = tell
  }

  /// Something else is typed now. What was asked about what stood there before is given up.
  ///
  /// - Parameters:
  ///   - text: All that is typed.
  ///   - number: Names it; greater than the numbers before.
  package func typed(_ text: String, number: Int) {
    let question: WebQuestion? = try? WebQuestion(text)
    let now = clock.now()
    let (giveUp, known) = state.withLock { state in
      let giveUp = state.giveUp
      let known = question.flatMap { state.cache.results(for: $0, at: now) }
      state.number = number
      state.giveUp = nil
      state.pace.typed(known == nil ? question : nil, at: now)
      return (giveUp, known)
    }
    giveUp?()
    if let known {
      tell(.results(number, known))
    } else if question != nil {
      clock.after(AskingPace.quiet) { [weak self] in self?.ask(number) }
    }
  }

  /// Asks about what is typed, if that is still what it was.
  private func ask(_ number: Int) {
    let now = clock.now()
    let question = state.withLock { state in
      state.number == number ? state.pace.take(at: now) : nil
    }
    guard let question else { return }
    let giveUp = client.ask(question, within: patience) { [weak self] answer in
      self?.take(answer, to: question, number)
    }
    let isWanted = state.withLock { state in
      guard state.number == number else { return false }
      state.giveUp = giveUp
      return true
    }
    if !isWanted { giveUp() }
  }

  private func take(
    _ answer: WebSearchClient.Answer, to question: WebQuestion, _ number: Int
  ) {
    let now = clock.now()
    switch answer {
    case .success(let results):
      let isWanted = state.withLock { state in
        state.pace.succeed()
        state.cache.keep(results, for: question, at: now)
        return state.number == number
      }
      if isWanted { tell(.results(number, results)) }
    case .failure(let error) where error.code == .cancelled: break
    case .failure(let error):
      let isLeftAlone = state.withLock { $0.pace.fail(at: now) }
      tell(.failed(number, error.message, isLeftAlone: isLeftAlone))
    }
  }
}
