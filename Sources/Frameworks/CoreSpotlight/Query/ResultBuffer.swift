internal import Foundation

/// Between a thread that finds items and a task that reads them: at most so many items wait.
final class ResultBuffer: @unchecked Sendable {
  // Sendable: the condition's lock guards every variable.
  private let condition = NSCondition()
  private var items: [CSSearchableItem] = []
  private var next = 0
  private var end: End?
  private var reader: CheckedContinuation<CSSearchableItem?, any Error>?

  private enum End {
    case complete
    case failed(any Error)
  }

  /// So many items may wait before the finding thread does.
  static let capacity = 64

  /// Adds an item, waiting for room.
  ///
  /// - Returns: Whether more items are wanted.
  func append(_ item: CSSearchableItem) -> Bool {
    condition.lock()
    while end == nil, items.count - next >= Self.capacity { condition.wait() }
    guard end == nil else {
      condition.unlock()
      return false
    }
    let waiting = reader
    reader = nil
    if waiting == nil { items.append(item) }
    condition.unlock()
    waiting?.resume(returning: item)
    return true
  }

  /// Ends the sequence; only the first call counts. Items that wait are still read after success,
  /// and dropped after an error.
  func finish(throwing error: (any Error)?) {
    condition.lock()
    guard end == nil else { return condition.unlock() }
    end = error.map { .failed($0) } ?? .complete
    if error != nil {
      items = []
      next = 0
    }
    let waiting = reader
    reader = nil
    condition.broadcast()
    condition.unlock()
    if let error { waiting?.resume(throwing: error) } else { waiting?.resume(returning: nil) }
  }

  /// Takes the next item, waiting for one; `nil` at the end.
  func take() async throws -> CSSearchableItem? {
    try await withCheckedThrowingContinuation { continuation in
      condition.lock()
      if next < items.count {
        let item = items[next]
        next += 1
        if next == items.count {
          items.removeAll(keepingCapacity: true)
          next = 0
        }
        condition.signal()
        condition.unlock()
        continuation.resume(returning: item)
      } else if let end {
        condition.unlock()
        switch end {
        case .complete: continuation.resume(returning: nil)
        case .failed(let error): continuation.resume(throwing: error)
        }
      } else if reader != nil {
        condition.unlock()
        // Two tasks that read one iterator at once: the later one gets nothing.
        continuation.resume(returning: nil)
      } else {
        reader = continuation
        condition.unlock()
      }
    }
  }
}
