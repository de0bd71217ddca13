package import FresnelModel
import FresnelSegments
import FresnelStorage

extension Snapshot {
  /// Calls a closure with each item that expires before a time, until it returns false.
  ///
  /// - Parameters:
  ///   - filter: Which indexes to look in.
  ///   - end: The time.
  ///   - body: Is handed each item; returns whether to go on.
  /// - Complexity: O(*n*) in the documents of segments in which anything expires by then; other segments
  ///   are passed over. Only the items that expire are read.
  package func forEachExpiring(
    in filter: ScopeFilter = .everything, before end: Timestamp,
    _ body: (IndexScope, EncodedItem) -> Bool
  ) {
    let isShown = state.scopes.isShown(by: filter)
    let (now, end) = (time.secondsSinceReferenceDate, end.secondsSinceReferenceDate)
    for segment in state.segments
    where segment.view.earliestExpiration < end && mayShow(segment.view, isShown) {
      do throws(StorageError) {
        let view = segment.view
        var items = ItemReader(view)
        for document in 0..<UInt32(view.segment.documentCount) where view.live[Int(document)] {
          let facts = try view.facts(document)
          guard facts.expiration > now, facts.expiration < end else { continue }
          let scope = view.scopeNumbers[Int(facts.scope)]
          guard isShown[Int(scope)] else { continue }
          if !body(state.scopes[scope].scope, try items.item(document)) { return }
        }
      } catch {
        recordDamage(error)
      }
    }
  }
}
