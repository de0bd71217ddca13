public import FresnelModel
import FresnelSegments

/// The items of a store at one moment, as readers see them.
///
/// A snapshot never changes: what is written later does not show, and an item that has not expired
/// when the snapshot is taken stays. It keeps what it shows in memory, so do not hold one for long.
public struct Snapshot: Sendable {
  let state: IndexState
  /// When the snapshot was taken; items that expire at this moment or before are not in it.
  public let time: Timestamp

  init(_ state: IndexState, time: Timestamp) {
    self.state = state
    self.time = time
  }

  /// The item of an identifier, or `nil`.
  ///
  /// - Complexity: One probe in each segment, whose number grows with the logarithm of the items'.
  public func item(scope: IndexScope, identifier: String) -> EncodedItem? {
    guard let number = state.scopes.number(of: scope) else { return nil }
    let key = PendingDocuments.DocumentKey(scope: number, identifier: Array(identifier.utf8)[...])
    guard let found = state.find(key) else { return nil }
    let columns = state.segments[found.segment].segment.documents
    guard columns.expirations[found.document] > time.secondsSinceReferenceDate else { return nil }
    return columns.items[found.document]
  }

  /// Calls a closure with each item until it returns false; within an index, items come in the order
  /// in which they were last put.
  public func forEachItem(
    in filter: ScopeFilter = .everything, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) rethrows {
    let visibility = Visibility(self, filter)
    for view in state.segments {
      var goesOn = true
      try view.live.forEach { document in
        if visibility.shows(document, in: view) {
          let scope = state.scopes[view.segment.documents.scopes[document]].scope
          goesOn = try body(scope, view.segment.documents.items[document])
        }
        return goesOn
      }
      if !goesOn { return }
    }
  }

  /// The client state of an index; `nil` when it never had one.
  public func clientState(of scope: IndexScope) -> [UInt8]? {
    state.scopes.clientState(of: scope)
  }

  /// A number that rises whenever it is found that something was lost from the store; 0 before.
  public var lossCount: UInt64 { state.lossCount }

  /// Whether items of an index may have been lost, and its owner has not been asked to index them
  /// again; true as well of an index that the store has never seen, once anything was lost.
  public func needsReindex(_ scope: IndexScope) -> Bool {
    let acknowledged = state.scopes.number(of: scope).map { state.scopes[$0].acknowledgedLosses }
    return (acknowledged ?? 0) < state.lossCount
  }

  /// The sizes of all indexes that the store knows, in order of their scopes.
  public func scopes() -> [ScopeStatistics] {
    var statistics = state.scopes.states.map { scope in
      ScopeStatistics(
        scope: scope.scope, itemCount: 0, itemByteCount: 0,
        hasClientState: scope.clientState != nil,
        needsReindex: scope.acknowledgedLosses < state.lossCount)
    }
    let visibility = Visibility(self, .everything)
    for view in state.segments {
      view.live.forEach { document in
        if visibility.shows(document, in: view) {
          let number = Int(view.segment.documents.scopes[document])
          statistics[number].itemCount += 1
          statistics[number].itemByteCount += view.segment.documents.items[document].byteCount
        }
        return true
      }
    }
    return statistics.sorted { $0.scope < $1.scope }
  }
}

/// Which live documents a read of a snapshot shows: those of the indexes asked for that have not
/// expired.
struct Visibility {
  private let isScopeShown: [Bool]
  private let showsEveryScope: Bool
  private let now: Double

  init(_ snapshot: Snapshot, _ filter: ScopeFilter) {
    isScopeShown = snapshot.state.scopes.states.map { filter.contains($0.scope) }
    showsEveryScope = !isScopeShown.contains(false)
    now = snapshot.time.secondsSinceReferenceDate
  }

  /// Whether a live document is shown.
  @inline(__always)
  func shows(_ document: Int, in view: SegmentView) -> Bool {
    let columns = view.segment.documents
    if !showsEveryScope, !isScopeShown[Int(columns.scopes[document])] { return false }
    return columns.earliestExpiration > now || columns.expirations[document] > now
  }

  /// Whether a segment may hold something shown.
  func mayShow(_ segment: MemorySegment) -> Bool {
    showsEveryScope || segment.scopes.contains { isScopeShown[Int($0)] }
  }
}
