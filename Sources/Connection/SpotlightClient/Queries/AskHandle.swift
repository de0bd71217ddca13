internal import Dispatch
package import SpotlightWire
internal import Synchronization

/// What a person typed, asked page by page: hits as they are taken, then the suggestions, then the end.
///
/// The next page is asked for when the hits of the last one were taken, so nothing is found ahead of who reads. Events
/// come on a queue of the ask's own, so whoever takes long keeps nobody else waiting.
package final class AskHandle: Sendable {
  /// What comes next.
  package enum Event: Sendable {
    /// Some of the items that answer, the best first; at least one.
    case hits([WireHit])
    /// What the text may become, the best first; at least one, and once.
    case suggestions([Suggestion])
    /// All came, or the ask failed. Told again to whoever asks again.
    case end(ServiceError?)
  }

  private typealias Receiver = @Sendable (Event) -> Void

  private struct State: Sendable {
    var search: SearchHandle?
    var receiver: Receiver?
    /// The hit behind which the next page begins; `nil` for the first page.
    var after: AskRequest.Place?
    /// How many hits may still come; `nil` for any number.
    var rest: Int?
    /// How many hits a page may have at most: fewer once a page was longer than a message may be.
    var mostOfPage = WireLimits.searchHits
    var hasAllHits = false
    var suggestions: [Suggestion] = []
    /// Whether a page may lack items.
    var isPartial = false
    /// The readings that hits came by.
    var readings: Set<Reading> = []
    var end: Event?
  }

  private let connection: ServiceConnection
  private let request: AskRequest
  private let queue = DispatchQueue(label: "fresnel.ask", target: .global(qos: .userInitiated))
  private let state: Mutex<State>

  /// The first page is small, so that something can be shown soon. It is as long as what suggestions are taken from, so
  /// that these cost no search of their own.
  private static let firstPageCount = 128
  /// Whole items are larger than rows.
  private static let itemPageCount = 250

  init(_ connection: ServiceConnection, _ request: AskRequest, limit: Int?) {
    self.connection = connection
    self.request = request
    state = Mutex(State(rest: limit))
  }

  /// Hands over what comes next, when it has come.
  ///
  /// - Parameter receiver: Called once, on the ask's queue. It may ask for the next.
  /// - Precondition: The receiver of the call before was called.
  package func next(_ receiver: @escaping @Sendable (Event) -> Void) {
    enum Step {
      case tell(Event)
      case ask(AskRequest)
    }
    let step = state.withLock { state -> Step in
      if let end = state.end { return .tell(end) }
      if !state.hasAllHits, state.rest != 0 {
        precondition(state.receiver == nil, "What is asked for is taken twice at once.")
        state.receiver = receiver
        return .ask(page(of: state))
      }
      if state.suggestions.isEmpty {
        state.end = .end(nil)
        return .tell(.end(nil))
      }
      defer { state.suggestions = [] }
      return .tell(.suggestions(state.suggestions))
    }
    switch step {
    case .tell(let event): queue.async { receiver(event) }
    case .ask(let page): ask(page)
    }
  }

  /// Gives the ask up: the next event is its end, with ``ServiceError/Code/cancelled``, unless it had ended.
  package func cancel() {
    finish(with: ServiceError(.cancelled, "The search was cancelled."))
  }

  /// Whether items may be missing from what was found so far.
  package var isPartial: Bool { connection.lacksItems || state.withLock { $0.isPartial } }

  private func page(of state: State) -> AskRequest {
    let isFirst = state.after == nil
    var page = request
    let most =
      isFirst
      ? Self.firstPageCount
      : request.detail == .items ? Self.itemPageCount : WireLimits.searchHits
    page.limit = UInt64(min(most, state.mostOfPage, max(1, state.rest ?? most)))
    page.after = state.after
    if !isFirst { page.suggestionLimit = 0 }
    // Items that come between two pages must not change what those before them score.
    page.flags.insert(.weighsByList)
    return page
  }

  private func ask(_ page: AskRequest) {
    let search = SearchHandle(connection, .ask(page)) { [self] result in
      switch result {
      case .success(let revision): received(revision, of: page)
      case .failure(let error) where error.code == .tooLarge && page.limit > 1:
        askForFewer(than: page)
      case .failure(let error): finish(with: error)
      }
    }
    let isWanted = state.withLock { state in
      guard state.end == nil else { return false }
      state.search = search
      return true
    }
    if isWanted { search.start() }
  }

  /// Asks for half of a page that was longer than a message may be, as whole items may make it.
  private func askForFewer(than page: AskRequest) {
    var smaller = page
    smaller.limit /= 2
    state.withLock { $0.mostOfPage = Int(clamping: smaller.limit) }
    ask(smaller)
  }

  private func received(_ revision: SearchRevision, of page: AskRequest) {
    let receiver = state.withLock { state -> Receiver? in
      guard state.end == nil else { return nil }
      state.search = nil
      defer { state.receiver = nil }
      return state.receiver
    }
    guard let receiver else { return }
    let hits = note(revision, of: page)
    if hits.isEmpty { next(receiver) } else { queue.async { receiver(.hits(hits)) } }
  }

  /// Notes how far a page leads.
  ///
  /// - Returns: Its hits, as far as they are wanted.
  private func note(_ revision: SearchRevision, of page: AskRequest) -> [WireHit] {
    let isFirst = page.after == nil
    return state.withLock { state in
      if revision.isPartial { state.isPartial = true }
      // Behind a first page there is no lack of rows, for which other readings would be tried.
      let found = zip(revision.hits.indices, revision.hits).filter { place, _ in
        guard !isFirst, place < revision.understandings.count else { return true }
        let reading = revision.understandings[place].reading
        return reading == .asTyped || state.readings.contains(reading)
      }
      if isFirst { state.readings = Set(revision.understandings.map(\.reading)) }
      let shown = connection.hits(found.map(\.1), of: request.classes)
      if isFirst {
        state.suggestions = Array(
          revision.suggestions.prefix(Int(clamping: request.suggestionLimit)))
      }
      state.after = revision.hits.last.map { AskRequest.Place(of: $0) } ?? state.after
      state.hasAllHits = revision.hits.count < Int(clamping: page.limit)
      guard let rest = state.rest else { return shown }
      let wanted = Array(shown.prefix(rest))
      state.rest = rest - wanted.count
      return wanted
    }
  }

  private func finish(with error: ServiceError?) {
    let (receiver, search) = state.withLock { state -> (Receiver?, SearchHandle?) in
      guard state.end == nil else { return (nil, nil) }
      state.end = .end(error)
      defer { (state.receiver, state.search) = (nil, nil) }
      return (state.receiver, state.search)
    }
    search?.cancel()
    if let receiver { queue.async { receiver(.end(error)) } }
  }
}

extension ServiceConnection {
  /// Asks for the items that answer what a person typed, page by page.
  ///
  /// - Parameters:
  ///   - request: What is asked; its limit and its place in the list do not matter.
  ///   - limit: The most hits; `nil` for all.
  /// - Returns: The answer, to be taken with ``AskHandle/next(_:)``.
  package func ask(_ request: AskRequest, limit: Int?) -> AskHandle {
    AskHandle(self, request, limit: limit)
  }
}
