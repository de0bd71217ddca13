internal import FresnelModel
internal import FresnelQuery
internal import FresnelEngine
internal import SpotlightWire

/// Tokens that name apps: what a searcher sees is narrowed by them, and never widened.
extension AskRun {
  /// The app of a token; `nil` for another token.
  private static func app(of token: QueryToken) -> String? {
    guard token.kind == .app, case .comparison(let comparison)? = try? parseQuery(token.query),
      comparison.attribute == .named(UserQuery.appAttribute), comparison.comparator == .equal,
      case .pattern(let pattern) = comparison.value, pattern.elements.count == 1,
      case .text(let app) = pattern.elements[0]
    else { return nil }
    return app
  }

  /// What all items match: what is asked for where a token names an app, and nothing else is asked for.
  static let everything = Query.comparison(
    Comparison(
      attribute: .named("uniqueIdentifier"), comparator: .equal,
      value: .pattern(Pattern([.anySequence]))))

  /// The filters, then those of the tokens that are not dismissed; `nil` for an app, which is no condition of an item.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/invalidQuery`` for a filter that is no query.
  func conditions() throws(ServiceError) -> [Query?] {
    var conditions: [Query?] = try text.conditions()
    let tokens = request.tokens.filter { $0.kind != .dismissed }
    for (place, token) in tokens.enumerated() where Self.app(of: token) != nil {
      conditions[request.filters.count + place] = nil
    }
    return conditions
  }

  /// What the searcher sees of the apps that tokens name.
  ///
  /// - Parameters:
  ///   - stores: What the searcher sees.
  ///   - token: One more token.
  /// - Returns: The same stores where no token names an app, else those with items of all that are named.
  func narrowed(_ stores: [VisibleStore], by token: QueryToken? = nil) -> [VisibleStore] {
    let apps = Set((request.tokens + [token].compactMap(\.self)).compactMap(Self.app))
    guard let app = apps.first else { return stores }
    if apps.count > 1 { return [] }
    return stores.compactMap { $0.narrowed(to: app) }
  }

  /// The apps of which the searcher sees anything.
  func apps(in stores: [VisibleStore]) -> [String] {
    guard request.reach != .own else { return [] }
    let scopes = stores.flatMap { store in
      store.snapshot.knownScopes.filter { store.filter.contains($0) }.map { store.scope($0).app }
    }
    return Array(Set(scopes))
  }
}
