internal import FresnelEngine
internal import FresnelModel

/// The things of one store that surfaces leave out, as the person decided.
struct HiddenThings: Sendable {
  /// All that are left out, of any store.
  let things: Set<MarkedThing>
  /// Those of them that the store has.
  let items: FoundItems

  /// Looks things up; `nil` where there are none.
  ///
  /// - Parameters:
  ///   - things: What is left out.
  ///   - store: What the searcher sees.
  init?(_ things: Set<MarkedThing>, in store: VisibleStore) {
    if things.isEmpty { return nil }
    self.things = things
    items = store.snapshot.foundItems(
      things.compactMap { thing in
        store.ownScope(thing.scope).map {
          RememberedItem(scope: $0, identifier: thing.identifier)
        }
      })
  }
}

extension VisibleStore {
  /// Whether surfaces leave a thing out.
  ///
  /// - Parameters:
  ///   - scope: Its index, as the client is told.
  ///   - identifier: Its identifier there.
  /// - Returns: Whether they do.
  func hides(_ scope: IndexScope, _ identifier: String) -> Bool {
    hidden?.things.contains(MarkedThing(scope: scope, identifier: identifier)) ?? false
  }

  /// What is left out of searches.
  var excluded: FoundItems { hidden?.items ?? FoundItems() }
}
