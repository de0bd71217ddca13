internal import FresnelEngine
internal import SpotlightWire

/// What a client may see of a store. Every read takes its filter from here.
enum Visibility {
  /// The indexes in which a client's read looks.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused`` when it may not look so far.
  static func filter(
    for peer: Peer, reach: SearchReach, in core: ServiceCore
  ) throws(ServiceError) -> ScopeFilter {
    switch reach {
    case .own: return .app(peer.app.identifier)
    case .system, .apps:
      throw ServiceError(.refused, "Only parts of the desktop may find the items of other apps.")
    }
  }
}
