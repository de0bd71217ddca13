internal import Foundation
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// One run of a query: from a query string, or from what a person typed, to items and suggestions, once.
///
/// A run delivers either to handlers or to a buffer that a sequence empties. Whoever comes first
/// decides; the other finds the run taken. No thread waits for a slow reader.
final class SearchRun: @unchecked Sendable {
  // Sendable: the lock guards every variable; the rest is constant and Sendable. The handlers need
  // not be Sendable themselves, as the gate lets one through at a time.
  private let lock = NSLock()
  private var handlers = Handlers()
  private var state = State.idle
  private var source: FoundSource?
  private var question: Question
  private var itemCount = 0
  private var suggestionCount = 0
  private var cancelled = false

  private let connection: ServiceConnection
  private let attributes: FetchedAttributes
  private let gate = HandlerGate()

  private struct Handlers {
    var foundItems: (([CSSearchableItem]) -> Void)?
    var foundSuggestions: (([CSSuggestion]) -> Void)?
    var completion: (((any Error)?) -> Void)?
  }

  private enum State {
    case idle, handlers
    case buffer(ResultBuffer)
  }

  /// Items are handed to the handler in batches of this size; the first is small, so that
  /// something can be shown soon.
  private static let batchSize = 128
  private static let firstBatchSize = 16

  init(text: String, options: SearchOptions, connection: ServiceConnection) {
    question = Question(text: text, options: options)
    self.connection = connection
    attributes = FetchedAttributes(names: options.fetchAttributes)
  }

  // MARK: - What the query object shows

  var foundItemsHandler: (([CSSearchableItem]) -> Void)? {
    get { lock.withLock { handlers.foundItems } }
    set { lock.withLock { handlers.foundItems = newValue } }
  }

  var foundSuggestionsHandler: (([CSSuggestion]) -> Void)? {
    get { lock.withLock { handlers.foundSuggestions } }
    set { lock.withLock { handlers.foundSuggestions = newValue } }
  }

  var completionHandler: (((any Error)?) -> Void)? {
    get { lock.withLock { handlers.completion } }
    set { lock.withLock { handlers.completion = newValue } }
  }

  var foundItemCount: Int { lock.withLock { itemCount } }

  var foundSuggestionCount: Int { lock.withLock { suggestionCount } }

  var isCancelled: Bool { lock.withLock { cancelled } }

  var isPartial: Bool { lock.withLock { source }?.isPartial ?? false }

  /// Looks only through items of these classes.
  func restrict(to classes: [ProtectionClass]) {
    lock.withLock { question.classes = classes }
  }

  /// Tells that the person chose an item that the run found.
  ///
  /// - Parameter item: The item; one that no query found is not told of.
  func noteChosen(_ item: CSSearchableItem) {
    guard let place = item.place else { return }
    let text = lock.withLock { question.text }
    connection.noteEngaged(
      EngagedItem(
        text: text, protection: place.protection, index: place.index,
        identifier: item.uniqueIdentifier))
  }

  /// Takes the text for what a person typed, not for a query string.
  func takeAsTyped(_ options: UserQueryOptions) {
    lock.withLock { question.user = options }
  }

  // MARK: - Running

  /// Starts to deliver to the handlers; does nothing if the run was started or cancelled before.
  func start() {
    guard take(as: .handlers) else { return }
    receive(into: Batch(limit: Self.firstBatchSize), from: ask(for: .everything))
  }

  /// Starts to deliver to a buffer.
  ///
  /// - Parameter selection: What is wanted of what is found.
  /// - Returns: The buffer: a new one; an ended one where the run was started before; one that
  ///   fails where it was cancelled before.
  func startBuffered(for selection: FoundSource.Selection) -> ResultBuffer {
    let buffer = ResultBuffer(
      for: selection,
      make: { [self] hit, rank in
        lock.withLock { itemCount += 1 }
        return try item(of: hit, rank: rank)
      },
      noteSuggestion: { [self] in lock.withLock { suggestionCount += 1 } },
      // The reader may let go of the iterator once it has seen the end; by then this must be over,
      // lest that count as cancelling.
      atEnd: { [self] error in complete(with: error) })
    if take(as: .buffer(buffer)) {
      buffer.read(ask(for: selection))
    } else {
      buffer.finish(throwing: isCancelled ? CSSearchQueryError(.cancelled) : nil)
    }
    return buffer
  }

  /// Stops the run. The completion handler is called, if it was not, before this returns.
  func cancel() {
    let (buffer, query) = lock.withLock { () -> (ResultBuffer?, FoundSource?) in
      if !gate.isClosed { cancelled = true }
      guard case .buffer(let buffer) = state else { return (nil, source) }
      return (buffer, source)
    }
    buffer?.finish(throwing: CSSearchQueryError(.cancelled))
    complete(with: CSSearchQueryError(.cancelled))
    query?.cancel()
  }

  private func take(as new: State) -> Bool {
    lock.withLock {
      guard case .idle = state, !cancelled else { return false }
      state = new
      return true
    }
  }

  /// Asks the index.
  private func ask(for selection: FoundSource.Selection) -> FoundSource {
    let source = lock.withLock { question }.ask(over: connection, for: selection)
    let isCancelled = lock.withLock {
      self.source = source
      return cancelled
    }
    if isCancelled { source.cancel() }
    return source
  }

  private func item(of hit: WireHit, rank: Int) throws(CSSearchQueryError) -> CSSearchableItem {
    do throws(ModelError) {
      return CSSearchableItem(
        found: try attributes.item(of: hit.item), rank: rank,
        in: CSSearchableItem.FoundPlace(protection: hit.protection, index: hit.scope.index))
    } catch {
      throw CSSearchQueryError(
        ServiceError(.unavailable, error.message, attribute: error.attribute))
    }
  }

  // MARK: - Delivering to handlers

  /// Items on their way to the handler.
  private struct Batch: @unchecked Sendable {
    // Sendable: handed from one call on the query's queue to the next.
    var items: [CSSearchableItem] = []
    var limit: Int
    var rank = 0

    init(limit: Int) {
      self.limit = limit
    }
  }

  /// Hands on what comes, until the end.
  private func receive(into batch: Batch, from source: FoundSource) {
    source.next { [self] event in
      var batch = batch
      switch event {
      case .hits(let hits):
        do throws(CSSearchQueryError) {
          guard try deliver(hits, &batch) else { return }
          receive(into: batch, from: source)
        } catch {
          source.cancel()
          complete(with: error)
        }
      case .suggestions(let suggestions):
        if !batch.items.isEmpty, !deliver(batch.items) { return }
        batch.items = []
        guard deliver(suggestions.map { CSSuggestion($0) }) else { return }
        receive(into: batch, from: source)
      case .end(let error):
        if error == nil, !batch.items.isEmpty { _ = deliver(batch.items) }
        complete(with: error.map { CSSearchQueryError($0) })
      }
    }
  }

  /// - Returns: Whether more is wanted.
  private func deliver(
    _ hits: [WireHit], _ batch: inout Batch
  ) throws(CSSearchQueryError) -> Bool {
    for hit in hits {
      batch.items.append(try item(of: hit, rank: batch.rank))
      batch.rank += 1
      guard batch.items.count >= batch.limit else { continue }
      guard deliver(batch.items) else { return false }
      batch.items.removeAll(keepingCapacity: true)
      batch.limit = Self.batchSize
    }
    return !gate.isClosed
  }

  private func deliver(_ items: [CSSearchableItem]) -> Bool {
    gate.pass {
      let handler = lock.withLock {
        itemCount += items.count
        return handlers.foundItems
      }
      handler?(items)
    }
  }

  private func deliver(_ suggestions: [CSSuggestion]) -> Bool {
    gate.pass {
      let handler = lock.withLock {
        suggestionCount += suggestions.count
        return handlers.foundSuggestions
      }
      handler?(suggestions)
    }
  }

  private func complete(with error: (any Error)?) {
    gate.close {
      let handler = lock.withLock {
        let completion = handlers.completion
        // Apps often capture the query in its handlers; letting go of them breaks that cycle.
        handlers = Handlers()
        return completion
      }
      handler?(error)
    }
  }
}
