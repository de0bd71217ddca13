internal import Foundation
internal import SpotlightWire

/// Between a query and a task that reads what it finds: holds what came last, and asks for more when that
/// is used up.
final class ResultBuffer: @unchecked Sendable {
  // Sendable: the lock guards every variable; the closures are Sendable.
  private let lock = NSLock()
  private var parts: [Part] = []
  private var next = 0
  /// How many hits, and how many suggestions, were read.
  private var hitCount = 0
  private var suggestionCount = 0
  private var end: End?
  private var source: FoundSource?
  private var reader: Reader?
  private let selection: FoundSource.Selection

  private typealias Reader = CheckedContinuation<Found?, any Error>

  /// What a reader gets: an item, or a suggestion and its place among the suggestions.
  enum Found {
    case item(CSSearchableItem)
    case suggestion(CSSuggestion, Int)
  }

  private enum Part {
    case hit(WireHit)
    case suggestion(Suggestion)
  }

  private enum End {
    case complete
    case failed(any Error)
  }

  typealias Making = @Sendable (WireHit, Int) throws -> CSSearchableItem
  typealias Noting = @Sendable () -> Void
  typealias Ending = @Sendable ((any Error)?) -> Void

  /// Let go at the end, as they refer to who refers to this buffer.
  private var make: Making?
  private var noteSuggestion: Noting?
  private var atEnd: Ending?

  /// Makes a buffer.
  ///
  /// - Parameters:
  ///   - selection: What is wanted; the rest is skipped.
  ///   - make: Makes the item of a hit and its rank, when it is read.
  ///   - noteSuggestion: Called when a suggestion is read.
  ///   - atEnd: Called when the query has ended, before the reader hears of it.
  init(
    for selection: FoundSource.Selection, make: @escaping Making, noteSuggestion: @escaping Noting,
    atEnd: @escaping Ending
  ) {
    self.selection = selection
    self.make = make
    self.noteSuggestion = noteSuggestion
    self.atEnd = atEnd
  }

  /// Takes what a query finds.
  func read(_ source: FoundSource) {
    lock.withLock { self.source = source }
  }

  /// Ends the sequence; only the first call counts.
  func finish(throwing error: (any Error)?) {
    let (waiting, query) = lock.withLock { () -> (Reader?, FoundSource?) in
      guard end == nil else { return (nil, nil) }
      end = error.map { .failed($0) } ?? .complete
      parts = []
      next = 0
      defer {
        reader = nil
        source = nil
        make = nil
        noteSuggestion = nil
        atEnd = nil
      }
      return (reader, source)
    }
    query?.cancel()
    if let error { waiting?.resume(throwing: error) } else { waiting?.resume(returning: nil) }
  }

  /// Takes what comes next, waiting for it; `nil` at the end.
  func take() async throws -> Found? {
    try await withCheckedThrowingContinuation { continuation in
      enum Step {
        case give(Taken)
        case end(End)
        case ask(FoundSource)
      }
      let step = lock.withLock { () -> Step in
        if let taken = popFirst() { return .give(taken) }
        if let end { return .end(end) }
        // Two tasks that read one iterator at once: the later one gets nothing.
        guard reader == nil, let source else { return .end(.complete) }
        reader = continuation
        return .ask(source)
      }
      switch step {
      case .give(let taken): give(taken, to: continuation)
      case .end(.complete): continuation.resume(returning: nil)
      case .end(.failed(let error)): continuation.resume(throwing: error)
      case .ask(let source): source.next { self.received($0) }
      }
    }
  }

  private func received(_ event: FoundSource.Event) {
    switch event {
    case .end(let error): end(with: error.map { CSSearchQueryError($0) })
    case .hits(let hits): received(selection == .suggestions ? [] : hits.map { .hit($0) })
    case .suggestions(let suggestions):
      received(selection == .items ? [] : suggestions.map { .suggestion($0) })
    }
  }

  private func received(_ new: [Part]) {
    enum Step {
      case give(Reader, Taken)
      case ask(FoundSource)
    }
    let step = lock.withLock { () -> Step? in
      guard end == nil, let waiting = reader else { return nil }
      parts = new
      next = 0
      guard let taken = popFirst() else { return source.map { .ask($0) } }
      reader = nil
      return .give(waiting, taken)
    }
    switch step {
    case .give(let waiting, let taken): give(taken, to: waiting)
    // Nothing of that was wanted.
    case .ask(let source): source.next { self.received($0) }
    case nil: break
    }
  }

  /// The query has ended.
  private func end(with error: (any Error)?) {
    lock.withLock { atEnd }?(error)
    finish(throwing: error)
  }

  /// What is taken to be given to a reader.
  private enum Taken {
    case hit(WireHit, rank: Int, Making)
    case suggestion(Suggestion, place: Int, Noting)
  }

  private func popFirst() -> Taken? {
    guard next < parts.count, let make, let noteSuggestion else { return nil }
    defer { next += 1 }
    switch parts[next] {
    case .hit(let hit):
      defer { hitCount += 1 }
      return .hit(hit, rank: hitCount, make)
    case .suggestion(let suggestion):
      defer { suggestionCount += 1 }
      return .suggestion(suggestion, place: suggestionCount, noteSuggestion)
    }
  }

  private func give(_ taken: Taken, to reader: Reader) {
    switch taken {
    case .hit(let hit, let rank, let make):
      do {
        reader.resume(returning: .item(try make(hit, rank)))
      } catch {
        end(with: error)
        reader.resume(throwing: error)
      }
    case .suggestion(let suggestion, let place, let note):
      note()
      reader.resume(returning: .suggestion(CSSuggestion(suggestion), place))
    }
  }
}

/// Reads what a query finds, and cancels the query when the last copy of an iterator goes away.
final class BufferReading: Sendable {
  private let run: SearchRun
  private let buffer: ResultBuffer

  /// Starts the query.
  ///
  /// - Parameters:
  ///   - run: The run of the query.
  ///   - selection: What is wanted of what it finds.
  init(_ run: SearchRun, for selection: FoundSource.Selection) {
    self.run = run
    buffer = run.startBuffered(for: selection)
  }

  deinit {
    run.cancel()
  }

  /// Gives what comes next; `nil` at the end.
  func next() async throws -> ResultBuffer.Found? {
    try await withTaskCancellationHandler {
      try await buffer.take()
    } onCancel: {
      run.cancel()
    }
  }
}
