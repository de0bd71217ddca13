internal import FresnelModel
package import FresnelPlatform
package import SpotlightClient
package import SpotlightWire
internal import Synchronization

/// Searches for what one asker types, one text at a time: a newer search calls off the one before, which is answered at
/// once with nothing.
///
/// Items of lockable classes are not asked for, and not shown if they come.
package final class OneSearch: Sendable {
  /// Told once what was found, on any thread, without waiting in it.
  package typealias Completion = @Sendable ([SurfaceRow]) -> Void

  /// What of each result is wanted.
  package enum Detail: Sendable {
    /// A title and a line that shows why it was found.
    case lines
    /// A title, a description, and what can be done with it.
    case fields
  }

  private struct State: Sendable {
    /// Counts the searches.
    var number: UInt64 = 0
    var handle: SearchHandle?
  }

  private let connection: ServiceConnection
  private let loop: EventLoop
  private let patience: Duration
  private let state = Mutex(State())

  /// The classes whose items may be shown to whoever remembers them after a lock.
  package static let classes = ProtectionClass.allCases.filter { !$0.isLockable }
  /// The processor time after which the best so far are good enough, in milliseconds.
  private static let budget: UInt16 = 15
  /// The most characters of a second line.
  private static let detailLength: UInt16 = 120

  /// Makes searches over a connection that has the role surface.
  ///
  /// - Parameters:
  ///   - connection: The way to the daemon.
  ///   - loop: Waits.
  ///   - patience: How long the daemon is waited for, which may have to be started first.
  package init(_ connection: ServiceConnection, on loop: EventLoop, patience: Duration) {
    self.connection = connection
    self.loop = loop
    self.patience = patience
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - text: What was typed; the last word may be the beginning of one. A text that is longer than people type finds
  ///     nothing.
  ///   - limit: The most results.
  ///   - detail: What of each is wanted.
  ///   - done: Told once what was found, the best first: nothing where the search was called off or failed.
  package func search(
    _ text: String, limit: Int, detail: Detail = .lines, _ done: @escaping Completion
  ) {
    let number = begin()
    guard text.utf8.count <= WireLimits.typedByteCount, !text.allSatisfy(\.isWhitespace) else {
      return done([])
    }
    var request = AskRequest(
      text: text, reach: .system, classes: Self.classes, limit: UInt64(max(1, limit)),
      detail: .rows, flags: .offersNoTokens, budgetMilliseconds: Self.budget,
      snippetLength: Self.detailLength)
    if detail == .fields {
      request.detail = .items
      request.attributes = SurfaceRow.fields.map { AttributeKey.builtIn($0).name }
      request.snippetLength = 0
    }
    let timer = Mutex<EventLoop.Timer?>(nil)
    let handle = connection.find(.ask(request)) { [loop] result in
      if let timer = timer.withLock({ $0 }) { loop.cancel(timer) }
      done(Self.rows(result, for: text, detail))
    }
    // One that has ended meanwhile is called off without effect.
    let limit = loop.after(patience) { handle.cancel() }
    timer.withLock { $0 = limit }
    let isWanted = state.withLock { state in
      guard state.number == number else { return false }
      state.handle = handle
      return true
    }
    if !isWanted { handle.cancel() }
  }

  /// Calls the search off.
  package func cancel() { _ = begin() }

  /// Calls the search before off, and counts one more.
  private func begin() -> UInt64 {
    let (number, before) = state.withLock { state in
      state.number += 1
      defer { state.handle = nil }
      return (state.number, state.handle)
    }
    before?.cancel()
    return number
  }

  private static func rows(
    _ result: Result<SearchRevision, ServiceError>, for text: String, _ detail: Detail
  ) -> [SurfaceRow] {
    guard case .success(let revision) = result else { return [] }
    return revision.hits.enumerated().compactMap { place, hit in
      // What is not asked for does not come; this line does not rely on it.
      guard !hit.protection.isLockable else { return nil }
      let snippet = place < revision.snippets.count ? revision.snippets[place] : ""
      var row = SurfaceRow(hit, snippet: snippet, typed: text)
      if detail == .fields { row.addFields(of: hit) }
      return row
    }
  }
}
