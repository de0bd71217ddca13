internal import FresnelModel
package import SpotlightWire
internal import Synchronization

/// A search that is answered once: one request to the service, and one to each class that is searched on a
/// connection of its own, of whose answers one list is made.
///
/// It has no queue: the answer is handed over on the thread that brings the last part of it. A class that cannot be
/// had is left out; without the service itself there is no answer. What asks for some classes goes only where their
/// items are.
package final class SearchHandle: Sendable {
  /// Told what was found, or why nothing could be.
  package typealias Completion = @Sendable (Result<SearchRevision, ServiceError>) -> Void

  /// What is asked over one connection.
  private struct Part: Sendable {
    var link: Link?
    /// The request; 0 before it has its number.
    var request: UInt64 = 0
    var results: AskAnswer?
    /// Whether there may be results that nobody could give.
    var isMissing = false
    /// Whether an answer is still to come.
    var isAwaited = true
  }

  private struct State: Sendable {
    /// The service itself, then the classes.
    var parts: [Part] = []
    var isRepeated = false
    /// Until the end.
    var completion: Completion?
  }

  private let connection: ServiceConnection
  private let request: RankedRequest
  private let state: Mutex<State>

  init(
    _ connection: ServiceConnection, _ request: RankedRequest, _ completion: @escaping Completion
  ) {
    self.connection = connection
    self.request = request
    state = Mutex(State(completion: completion))
  }

  /// Gives the search up: it ends at once with ``ServiceError/Code/cancelled``, unless it had ended.
  package func cancel() {
    end(with: ServiceError(.cancelled, "The search was cancelled."))
  }

  func start() {
    connection.withLink { link in
      switch link {
      case .failure(let error): self.end(with: error)
      case .success(let link):
        let places = self.connection.places(of: self.request.classes)
        guard places.isMain || !places.channels.isEmpty else { return self.endNowhere(places) }
        // All before the first is asked: the answer is complete when all have theirs.
        self.state.withLock { state in
          state.parts = Array(repeating: Part(), count: 1 + places.channels.count)
          state.parts[0].isAwaited = places.isMain
        }
        if places.isMain { self.ask(0, over: link) }
        for (index, protection) in places.channels.enumerated() {
          self.connection.withChannel(to: protection) { channel in
            switch channel {
            case .success(let channel): self.ask(1 + index, over: channel)
            case .failure(let error): self.fail(1 + index, error)
            }
          }
        }
      }
    }
  }

  /// There is nobody to ask: the classes that are asked for are all closed, or have no items.
  private func endNowhere(_ places: ChannelTable.Places) {
    if let absence = places.absence { return end(with: absence) }
    state.withLock { $0.parts = [Part()] }
    take(AskAnswer(hits: []), of: 0)
  }

  private func ask(_ part: Int, over link: Link) {
    let (isOver, areSeveral) = state.withLock { ($0.completion == nil, $0.parts.count > 1) }
    guard !isOver else { return }
    let message = (areSeveral ? request.weighedAlike : request).message(over: link)
    let number = link.reserve { self.received($0, to: message, of: part, over: link) }
    guard let number else { return }
    let isWanted = state.withLock { state in
      state.parts[part].link = link
      state.parts[part].request = number
      return state.completion != nil
    }
    link.send(message, as: number)
    if !isWanted { link.send(.cancel(number)) }
  }

  private func received(
    _ reply: Reply, to message: ClientMessage, of part: Int, over link: Link
  ) {
    switch reply {
    case .message(.found(let results), _, _): take(AskAnswer(results), of: part)
    case .message(.answered(let answer), _, _): take(answer, of: part)
    case .message(.failed(let error), _, _)
    where request.mayBeSearched(after: error, to: message, over: link):
      ask(part, over: link)
    case .message(.failed(let error), _, _): fail(part, error)
    case .message(let message, _, _): fail(part, .unexpected(message))
    case .lost(let error): repeatOrFail(part, error)
    }
  }

  private func fail(_ part: Int, _ error: ServiceError) {
    if part == 0 { return end(with: error) }
    // Whether a class that is locked has anything is known to the service, which says so in its part.
    if error.code != .classLocked { state.withLock { $0.parts[part].isMissing = true } }
    take(nil, of: part)
  }

  /// Asks the service once more when the connection was lost before it answered.
  private func repeatOrFail(_ part: Int, _ error: ServiceError) {
    let mayRepeat = state.withLock { state in
      guard part == 0, !state.isRepeated, state.completion != nil else { return false }
      state.isRepeated = true
      return true
    }
    guard mayRepeat else { return fail(part, error) }
    connection.withLink { link in
      switch link {
      case .success(let link): self.ask(0, over: link)
      case .failure(let error): self.end(with: error)
      }
    }
  }

  /// Takes the answer of a part, or that there is none, and hands the list over with the last one.
  private func take(_ results: AskAnswer?, of part: Int) {
    let finished = state.withLock { state -> (Completion, [AskAnswer], Bool)? in
      guard state.parts[part].isAwaited else { return nil }
      state.parts[part].isAwaited = false
      state.parts[part].results = results
      guard !state.parts.contains(where: \.isAwaited), let completion = state.completion else {
        return nil
      }
      state.completion = nil
      return (
        completion, state.parts.compactMap(\.results), state.parts.contains(where: \.isMissing)
      )
    }
    guard let (completion, parts, isMissing) = finished else { return }
    var revision = SearchRevision(
      number: 1, merging: parts, limit: Int(clamping: request.limit), order: request.order,
      isFinished: request.isFinished)
    if isMissing || connection.lacksItems { revision.isPartial = true }
    completion(.success(revision))
  }

  private func end(with error: ServiceError) {
    let ended = state.withLock { state -> (Completion, [Part])? in
      guard let completion = state.completion else { return nil }
      state.completion = nil
      return (completion, state.parts)
    }
    guard let (completion, parts) = ended else { return }
    for part in parts where part.isAwaited && part.request != 0 {
      part.link?.send(.cancel(part.request))
    }
    completion(.failure(error))
  }
}
