public import FresnelModel

/// Which indexes of a store a read looks at.
public enum ScopeFilter: Hashable, Sendable {
  /// Every index of every app.
  case everything
  /// Every index of one app.
  case app(String)
  /// These indexes.
  case scopes(Set<IndexScope>)
  /// Every index of these apps, except these.
  case apps(Set<String>, except: Set<IndexScope>)
  /// Every index, except those of these apps, and these.
  case excluding(apps: Set<String>, scopes: Set<IndexScope>)

  /// Every index except those of these apps.
  public static func excludingApps(_ apps: Set<String>) -> ScopeFilter {
    .excluding(apps: apps, scopes: [])
  }

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
    case .apps(let apps, let exceptions): apps.contains(scope.app) && !exceptions.contains(scope)
    case .excluding(let apps, let scopes): !apps.contains(scope.app) && !scopes.contains(scope)
    }
  }
}
