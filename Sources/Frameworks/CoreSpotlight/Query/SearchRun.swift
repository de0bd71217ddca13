internal import SpotlightWire
internal import FresnelModel
internal import Foundation
internal import SpotlightService

/// One run of a query: from a query string to items, once.
///
/// A run delivers either to handlers or to a buffer that a sequence empties. Whoever comes first
/// decides; the other finds the run taken.
final class SearchRun: @unchecked Sendable {
  // Sendable: the lock guards every variable; the rest is constant and Sendable. The handlers need
  // not be Sendable themselves, as the gate lets one through at a time.
  private let lock = NSLock()
  private var handlers = Handlers()
  private var state = State.idle
  private var itemCount = 0
  private var cancelled = false

  private let connection: AppConnection
  private let text: String
  private let options: SearchOptions
  private let gate = HandlerGate()

  private struct Handlers {
    var foundItems: (([CSSearchableItem]) -> Void)?
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

  init(text: String, options: SearchOptions, connection: AppConnection) {
    self.text = text
    self.options = options
    self.connection = connection
  }

  // MARK: - What the query object shows

  var foundItemsHandler: (([CSSearchableItem]) -> Void)? {
    get { lock.withLock { handlers.foundItems } }
    set { lock.withLock { handlers.foundItems = newValue } }
  }

  var completionHandler: (((any Error)?) -> Void)? {
    get { lock.withLock { handlers.completion } }
    set { lock.withLock { handlers.completion = newValue } }
  }

  var foundItemCount: Int { lock.withLock { itemCount } }

  var isCancelled: Bool { lock.withLock { cancelled } }

  // MARK: - Running

  /// Starts to deliver to the handlers; does nothing if the run was started or cancelled before.
  func start() {
    let isTaken = lock.withLock {
      guard case .idle = state, !cancelled else { return true }
      state = .handlers
      return false
    }
    guard !isTaken else { return }
    DispatchQueue.global(qos: .userInitiated).async { self.deliverToHandlers() }
  }

  /// Starts to deliver to a buffer.
  ///
  /// - Returns: The buffer: a new one; an ended one where the run was started before; one that
  ///   fails where it was cancelled before.
  func startBuffered() -> ResultBuffer {
    let buffer = ResultBuffer()
    let isTaken = lock.withLock {
      guard case .idle = state, !cancelled else { return true }
      state = .buffer(buffer)
      return false
    }
    if isTaken {
      buffer.finish(throwing: isCancelled ? CSSearchQueryError(.cancelled) : nil)
    } else {
      // A thread of its own, since it waits for a slow reader: on a shared queue a few of those
      // would keep every other query from running.
      Thread.detachNewThread { self.deliver(to: buffer) }
    }
    return buffer
  }

  /// Stops the run. The completion handler is called, if it was not, before this returns.
  func cancel() {
    let buffer: ResultBuffer? = lock.withLock {
      if !gate.isClosed { cancelled = true }
      guard case .buffer(let buffer) = state else { return nil }
      return buffer
    }
    buffer?.finish(throwing: CSSearchQueryError(.cancelled))
    complete(with: CSSearchQueryError(.cancelled))
  }

  private func deliverToHandlers() {
    // Cancelled before the queue came to it: nothing needs the store.
    guard !gate.isClosed else { return }
    var batch: [CSSearchableItem] = []
    var limit = Self.firstBatchSize
    let error = forEachItem { item in
      batch.append(item)
      guard batch.count >= limit else { return !gate.isClosed }
      let isOpen = deliver(batch)
      batch.removeAll(keepingCapacity: true)
      limit = Self.batchSize
      return isOpen
    }
    if !batch.isEmpty, error == nil { _ = deliver(batch) }
    complete(with: error)
  }

  private func deliver(_ batch: [CSSearchableItem]) -> Bool {
    gate.pass {
      let handler = lock.withLock {
        itemCount += batch.count
        return handlers.foundItems
      }
      handler?(batch)
    }
  }

  private func complete(with error: CSSearchQueryError?) {
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

  private func deliver(to buffer: ResultBuffer) {
    let error = forEachItem { item in
      lock.withLock { itemCount += 1 }
      return buffer.append(item)
    }
    // The reader may let go of the iterator once it has seen the end; by then this must be over,
    // lest that count as cancelling.
    complete(with: error)
    buffer.finish(throwing: error)
  }

  /// Finds the items, until `body` returns `false`.
  private func forEachItem(_ body: (CSSearchableItem) -> Bool) -> CSSearchQueryError? {
    do throws(ServiceError) {
      let search = try ItemSearch(
        query: text, filters: options.filterQueries, attributes: options.fetchAttributes,
        keyboardLanguage: options.keyboardLanguage)
      var rank = 0
      try connection.service.forEachItem(
        of: connection.app, matching: search, isCancelled: { gate.isClosed }
      ) { item in
        defer { rank += 1 }
        return body(CSSearchableItem(found: item, rank: rank))
      }
      return nil
    } catch {
      return CSSearchQueryError(error)
    }
  }
}
