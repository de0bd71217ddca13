internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What a client may see. Every read takes its filter from here.
struct Visibility: Sendable {
  private let app: String
  private let reach: SearchReach
  private let host: any ServiceHost

  /// Decides whether a client may look so far.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused``.
  init(
    of peer: Peer, reach: SearchReach, host: any ServiceHost
  ) throws(ServiceError) {
    app = peer.app.identifier
    self.host = host
    switch reach {
    case .own: self.reach = .own
    case .apps([peer.app.identifier]): self.reach = .own
    case .system, .apps:
      guard peer.seesSystem else {
        throw ServiceError(
          .refused, "Only parts of the desktop may find the items of other apps.")
      }
      self.reach = reach
    }
  }

  /// Whether the client looks at the stores that apps keep themselves.
  var includesGuests: Bool { reach != .own }

  /// The indexes that the client may see of a store that an app keeps itself; `nil` when it sees nothing of
  /// it.
  func filter(inGuest app: AppIdentity, _ snapshot: Snapshot) -> ScopeFilter? {
    guard !host.appsHiddenFromSearch().contains(app.identifier) else { return nil }
    if case .apps(let apps) = reach, !apps.contains(app.identifier) { return nil }
    let hidden = snapshot.marks.filter(\.value.isPrivate).keys
    return .excluding(
      apps: [], scopes: snapshot.internalScopes.union(hidden))
  }

  /// The indexes of a store that the client may see, as far as it looks; the store has to be open.
  ///
  /// - An app sees its own indexes, private ones included.
  /// - The system sees all indexes but private ones, and those of apps that the person left out.
  /// - Nobody sees the indexes that are the core's own.
  func filter(in store: ClassStore, _ snapshot: Snapshot) -> ScopeFilter {
    let ownOfCore = snapshot.internalScopes
    if case .own = reach { return .apps([app], except: ownOfCore) }
    let ledger = store.ledger.state
    let hidden = ownOfCore.union(ledger.privateIndexes(among: snapshot.knownScopes))
    // What is known of the indexes of an app that is being removed is gone before they are.
    let hiddenApps = host.appsHiddenFromSearch().union(ledger.removedApps)
    guard case .apps(let apps) = reach else { return .excluding(apps: hiddenApps, scopes: hidden) }
    return .apps(Set(apps).subtracting(hiddenApps), except: hidden)
  }
}

extension Snapshot {
  /// The indexes that are the core's own.
  fileprivate var internalScopes: Set<IndexScope> {
    Set(knownScopes.filter(ScopeName.isInternal))
  }
}
