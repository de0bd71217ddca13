public import FresnelModel
import FresnelSegments
import FresnelStorage

/// The items of a store at one moment, as readers see them.
///
/// A snapshot never changes: what is written later does not show, and an item that has not expired
/// when the snapshot is taken stays. It keeps the files and the memory that it shows, so do not hold
/// one for long.
///
/// When a file turns out to be damaged, reads leave out what it held, and ``isPartial`` says so; the
/// store then reports a loss and the apps concerned are asked to index again.
public struct Snapshot: Sendable {
  let state: IndexState
  /// When the snapshot was taken; items that expire at this moment or before are not in it.
  public let time: Timestamp
  /// Records damage that reads meet with.
  private let index: PublishedIndex
  /// How often reads had met with damage when the snapshot was taken.
  private let earlierDamageCount: Int

  init(_ state: IndexState, time: Timestamp, of index: PublishedIndex) {
    self.state = state
    self.time = time
    self.index = index
    earlierDamageCount = index.damageCount
  }

  /// Whether answers of this snapshot may lack items: a file could not be read when one was made, or
  /// was left out from the start by a store open for reading.
  ///
  /// Ask after reading. It may also be true when another read of the store met with damage meanwhile.
  public var isPartial: Bool { state.lacksFiles || index.damageCount != earlierDamageCount }

  /// The item of an identifier, or `nil`.
  ///
  /// - Complexity: One probe in each segment, whose number grows with the logarithm of the items'.
  public func item(scope: IndexScope, identifier: String) -> EncodedItem? {
    var isPartial = false
    return item(scope: scope, identifier: identifier, isPartial: &isPartial)
  }

  /// The same for one who tells that there may be more.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - identifier: The item's identifier.
  ///   - isPartial: Set where part of the store could not be read, which may have held the item.
  /// - Returns: The item, or `nil`.
  package func item(
    scope: IndexScope, identifier: String, isPartial: inout Bool
  ) -> EncodedItem? {
    item(scope: scope, identifier: identifier, isShown: false, isPartial: &isPartial)
  }

  /// The same for a list that will show it again soon, as one does that changes with each letter: it may come from
  /// what is kept of the items shown last.
  package func shownItem(scope: IndexScope, identifier: String) -> EncodedItem? {
    var isPartial = false
    return item(scope: scope, identifier: identifier, isShown: true, isPartial: &isPartial)
  }

  private func item(
    scope: IndexScope, identifier: String, isShown: Bool, isPartial: inout Bool
  ) -> EncodedItem? {
    guard let number = state.scopes.number(of: scope) else { return nil }
    let key = PendingDocuments.DocumentKey(scope: number, identifier: Array(identifier.utf8)[...])
    return reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> EncodedItem? in
      guard let place = try state.find(key) else { return nil }
      let item = isShown ? try state.shownItem(at: place) : try state.item(at: place)
      return (item.expiration ?? .distantFuture) > time ? item : nil
    }
  }

  /// Calls a closure with each item until it returns false, in the order in which they were last put.
  public func forEachItem(
    in filter: ScopeFilter = .everything, _ body: (IndexScope, EncodedItem) throws -> Bool
  ) rethrows {
    try forEachItem(in: filter, from: WalkPosition(), reach: .far) { _, scope, item in
      try body(scope, item)
    }
  }

  /// The same from a position on, with the position of each item; of what comes before nothing is read, and nothing
  /// ahead, as the walk may stop at any item and go on there.
  package func forEachItem(
    in filter: ScopeFilter, from start: WalkPosition,
    _ body: (WalkPosition, IndexScope, EncodedItem) throws -> Bool
  ) rethrows {
    try forEachItem(in: filter, from: start, reach: .none, body)
  }

  private func forEachItem(
    in filter: ScopeFilter, from start: WalkPosition, reach: LiveItems.Reach,
    _ body: (WalkPosition, IndexScope, EncodedItem) throws -> Bool
  ) rethrows {
    let isShown = state.scopes.isShown(by: filter)
    for number in state.segments.indices.dropFirst(start.segment) {
      let view = state.segments[number].view
      guard mayShow(view, isShown) else { continue }
      var items = LiveItems(
        view, time: time, from: number == start.segment ? start.place : 0, reach: reach)
      while let (scope, item) = next(&items) {
        guard isShown[Int(scope)] else { continue }
        let position = WalkPosition(segment: number, place: items.place)
        if try !body(position, state.scopes[scope].scope, item) { return }
      }
    }
  }

  /// How far a walk through a snapshot has come, so that another one of the same snapshot goes on there.
  package struct WalkPosition: Hashable, Sendable {
    /// The position of the segment.
    var segment = 0
    /// The place in the segment's put order.
    var place = 0

    init(segment: Int, place: Int) {
      self.segment = segment
      self.place = place
    }

    /// The beginning.
    package init() {}
  }

  /// The next item; `nil` at the end or where the segment is damaged.
  private func next(_ items: inout LiveItems) -> (scope: UInt32, item: EncodedItem)? {
    do throws(StorageError) {
      return try items.next()
    } catch {
      recordDamage(error)
      return nil
    }
  }

  /// Reads from all segments; when one is damaged, from those that are not.
  ///
  /// - Parameters:
  ///   - isPartial: Set when a segment had to be left out.
  ///   - body: Reads; it may be called again with fewer segments.
  /// - Returns: What the body returned; `nil` when nothing could be read.
  func reading<Result>(
    isPartial: inout Bool,
    _ body: (_ state: IndexState, _ isPartial: inout Bool) throws(StorageError) -> Result?
  ) -> Result? {
    var state = state
    while true {
      do throws(StorageError) {
        return try body(state, &isPartial)
      } catch {
        recordDamage(error)
        isPartial = true
        let count = state.segments.count
        state.segments.removeAll { $0.segment.source.path == error.path }
        if error.path == nil || state.segments.count == count { return nil }
      }
    }
  }

  /// Tells the store that a read met with damage.
  func recordDamage(_ error: StorageError) {
    index.recordDamage(error)
  }

  func mayShow(_ view: SegmentView, _ isShown: [Bool]) -> Bool {
    view.scopeNumbers.contains { isShown[Int($0)] }
  }

  /// The client state of an index; `nil` when it never had one.
  public func clientState(of scope: IndexScope) -> [UInt8]? {
    state.scopes.clientState(of: scope)
  }

  /// Whether the store knows an index: something was put into it, or its owner acknowledged a loss, since it
  /// was last dropped.
  package func knows(_ scope: IndexScope) -> Bool { state.scopes.number(of: scope) != nil }

  /// The indexes that the store knows, in no particular order.
  package var knownScopes: [IndexScope] {
    state.scopes.states.lazy.filter { !$0.isDropped }.map(\.scope)
  }

  /// Whether there is any item that was not deleted, of any index; one that has expired and was not dropped yet counts.
  ///
  /// Reads nothing.
  package var hasDocuments: Bool { state.segments.contains { $0.view.live.count > 0 } }

  /// A number that rises whenever it is found that something was lost from the store; 0 before.
  public var lossCount: UInt64 { state.lossCount }

  /// Whether items of an index may have been lost, and its owner has not been asked to index them
  /// again; true as well of an index that the store has never seen, once anything was lost.
  public func needsReindex(_ scope: IndexScope) -> Bool {
    let acknowledged = state.scopes.number(of: scope).map { state.scopes[$0].acknowledgedLosses }
    return (acknowledged ?? 0) < state.lossCount
  }

  /// The sizes of all indexes that the store knows, in order of their scopes.
  ///
  /// - Complexity: O(*n*) in the number of items of segments in which items were deleted or expire;
  ///   other segments know their sums.
  public func scopes() -> [ScopeStatistics] {
    var statistics = state.scopes.states.map { scope in
      ScopeStatistics(
        scope: scope.scope, itemCount: 0, itemByteCount: 0,
        hasClientState: scope.clientState != nil,
        needsReindex: scope.acknowledgedLosses < state.lossCount)
    }
    for segment in state.segments {
      do throws(StorageError) {
        try segment.view.forEachScopeSum(at: time) { scope, itemCount, itemByteCount in
          statistics[Int(scope)].itemCount += itemCount
          statistics[Int(scope)].itemByteCount += itemByteCount
        }
      } catch {
        recordDamage(error)
      }
    }
    return zip(statistics, state.scopes.states).filter { !$0.1.isDropped }.map(\.0)
      .sorted { $0.scope < $1.scope }
  }
}
