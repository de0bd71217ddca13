public import FresnelModel

/// Which indexes of a store a read looks at.
public enum ScopeFilter: Hashable, Sendable {
  /// Every index of every app.
  case everything
  /// Every index of one app.
  case app(String)
  /// These indexes.
  case scopes(Set<IndexScope>)
  /// Every index except those of these apps.
  case excludingApps(Set<String>)

  /// One index.
  public static func scope(_ scope: IndexScope) -> ScopeFilter {
    .scopes([scope])
  }

  /// Whether items of an index belong to the read.
  public func contains(_ scope: IndexScope) -> Bool {
    switch self {
    case .everything: true
    case .app(let app): scope.app == app
    case .scopes(let scopes): scopes.contains(scope)
    case .excludingApps(let apps): !apps.contains(scope.app)
    }
  }
}
