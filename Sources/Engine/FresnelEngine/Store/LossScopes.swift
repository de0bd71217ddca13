public import FresnelModel

/// The indexes that a loss concerns.
public enum LossScopes: Hashable, Sendable {
  /// These; none when nothing was lost.
  case named(Set<IndexScope>)
  /// Any, also such that the store does not know any more: a part of the journal is gone.
  case all

  /// Those of two losses together.
  func union(_ other: LossScopes) -> LossScopes {
    switch (self, other) {
    case (.named(let left), .named(let right)): .named(left.union(right))
    case (.all, _), (_, .all): .all
    }
  }
}
