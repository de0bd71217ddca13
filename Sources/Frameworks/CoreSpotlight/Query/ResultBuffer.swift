internal import Foundation
internal import SpotlightClient
internal import SpotlightWire

/// Between a query and a task that reads its items: holds what came last, and asks for more when that
/// is used up.
final class ResultBuffer: @unchecked Sendable {
  // Sendable: the lock guards every variable; the closures are Sendable.
  private let lock = NSLock()
  private var hits: [WireHit] = []
  private var next = 0
  private var rank = 0
  private var end: End?
  private var handle: QueryHandle?
  private var reader: Reader?

  private typealias Reader = CheckedContinuation<CSSearchableItem?, any Error>

  private enum End {
    case complete
    case failed(any Error)
  }

  typealias Making = @Sendable (WireHit, Int) throws -> CSSearchableItem
  typealias Ending = @Sendable ((any Error)?) -> Void

  /// Let go at the end, as they refer to who refers to this buffer.
  private var make: Making?
  private var atEnd: Ending?

  /// Makes a buffer.
  ///
  /// - Parameters:
  ///   - make: Makes the item of a hit and its rank, when it is read.
  ///   - atEnd: Called when the query has ended, before the reader hears of it.
  init(make: @escaping Making, atEnd: @escaping Ending) {
    self.make = make
    self.atEnd = atEnd
  }

  /// Takes the items from a query.
  func read(_ handle: QueryHandle) {
    lock.withLock { self.handle = handle }
  }

  /// Ends the sequence; only the first call counts.
  func finish(throwing error: (any Error)?) {
    let (waiting, query) = lock.withLock { () -> (Reader?, QueryHandle?) in
      guard end == nil else { return (nil, nil) }
      end = error.map { .failed($0) } ?? .complete
      hits = []
      next = 0
      defer {
        reader = nil
        handle = nil
        make = nil
        atEnd = nil
      }
      return (reader, handle)
    }
    query?.cancel()
    if let error { waiting?.resume(throwing: error) } else { waiting?.resume(returning: nil) }
  }

  /// Takes the next item, waiting for one; `nil` at the end.
  func take() async throws -> CSSearchableItem? {
    try await withCheckedThrowingContinuation { continuation in
      enum Step {
        case give(Found)
        case end(End)
        case ask(QueryHandle)
      }
      let step = lock.withLock { () -> Step in
        if let found = popFirst() { return .give(found) }
        if let end { return .end(end) }
        // Two tasks that read one iterator at once: the later one gets nothing.
        guard reader == nil, let handle else { return .end(.complete) }
        reader = continuation
        return .ask(handle)
      }
      switch step {
      case .give(let found): give(found, to: continuation)
      case .end(.complete): continuation.resume(returning: nil)
      case .end(.failed(let error)): continuation.resume(throwing: error)
      case .ask(let handle): handle.next { self.received($0) }
      }
    }
  }

  private func received(_ event: QueryHandle.Event) {
    switch event {
    case .end(let error): end(with: error.map { CSSearchQueryError($0) })
    case .hits(let new):
      let given = lock.withLock { () -> (Reader, Found)? in
        guard end == nil, let waiting = reader else { return nil }
        hits = new
        next = 0
        reader = nil
        // A frame has at least one.
        return popFirst().map { (waiting, $0) }
      }
      if let (waiting, found) = given { give(found, to: waiting) }
    }
  }

  /// The query has ended.
  private func end(with error: (any Error)?) {
    lock.withLock { atEnd }?(error)
    finish(throwing: error)
  }

  /// A hit, its place in the results, and what makes an item of it.
  private struct Found {
    var hit: WireHit
    var rank: Int
    var make: Making
  }

  private func popFirst() -> Found? {
    guard next < hits.count, let make else { return nil }
    defer {
      next += 1
      rank += 1
    }
    return Found(hit: hits[next], rank: rank, make: make)
  }

  private func give(_ found: Found, to reader: Reader) {
    do {
      reader.resume(returning: try found.make(found.hit, found.rank))
    } catch {
      end(with: error)
      reader.resume(throwing: error)
    }
  }
}
