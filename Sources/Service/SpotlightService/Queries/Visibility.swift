internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What a client may see. Every read takes its filter from here.
struct Visibility: Sendable {
  private let app: String
  private let reach: SearchReach
  /// Whether the client sees what the person did in apps: an app never does.
  let includesHistory: Bool
  /// Whether the client searches everything, rather than apps that it names.
  private let isSearchOfAll: Bool
  private let host: any ServiceHost

  /// Decides whether a client may look so far.
  ///
  /// - Parameters:
  ///   - peer: The client.
  ///   - reach: How far it looks.
  ///   - includesHistory: Whether it looks for what the person did, too, if it may.
  ///   - isSearch: Whether it searches. A list has the items of all apps, also of those that the person left out of
  ///     searches.
  ///   - host: Knows what the person decided.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused``.
  init(
    of peer: Peer, reach: SearchReach, includesHistory: Bool = false, isSearch: Bool = true,
    host: any ServiceHost
  ) throws(ServiceError) {
    app = peer.app.identifier
    self.host = host
    isSearchOfAll = isSearch && reach == .system
    switch reach {
    case .own, .apps([peer.app.identifier]):
      self.reach = .own
      self.includesHistory = false
    case .system, .apps:
      guard peer.seesSystem else {
        throw ServiceError(
          .refused, "Only parts of the desktop may find the items of other apps.")
      }
      self.reach = reach
      self.includesHistory = includesHistory
    }
  }

  /// The app, where the client looks for its own items alone; `nil` where it looks further.
  var ownApp: String? { if case .own = reach { app } else { nil } }

  /// Whether the client looks at the stores that apps keep themselves.
  var includesEmbeddedStores: Bool { reach != .own }

  /// Whether what the client looks for may be in protection classes that others serve. What commands store is not, and
  /// an app is told of each class itself.
  var mayMissClosedClasses: Bool {
    switch reach {
    case .own: false
    case .system: true
    case .apps(let apps): !apps.allSatisfy(StoreExamination.isFilledByCommands)
    }
  }

  /// The apps of which nobody but themselves sees anything as far as the client looks: those that are gone, and in a
  /// search that names no app those that the person left out. To be asked once for each look at the stores: whether the
  /// person decided anything else since is asked of the disk.
  func hiddenApps() -> Set<String> {
    if case .own = reach { return [] }
    let gone = host.goneApps()
    return isSearchOfAll ? gone.union(host.appsHiddenFromSearch()) : gone
  }

  /// Tells of which apps a client sees anything that looks beyond its own items.
  ///
  /// - Parameter hidden: What ``hiddenApps()`` gave.
  /// - Returns: Whether the client sees anything of an app.
  func appTest(hiding hidden: Set<String>) -> (AppIdentity) -> Bool {
    let wanted: Set<String>? = if case .apps(let apps) = reach { Set(apps) } else { nil }
    return { app in
      !hidden.contains(app.identifier) && wanted?.contains(app.identifier) ?? true
    }
  }

  /// Whether what was lost of a store may be missing from what the client sees, who looks beyond its own items.
  func mayMiss(_ losses: StoreLosses, hiding hidden: Set<String>) -> Bool {
    if losses.hasUnknown { return true }
    let scopes = losses.scopes + losses.hidden
    if scopes.isEmpty { return false }
    let isVisible = appTest(hiding: hidden)
    return scopes.contains { isVisible(AppIdentity(identifier: $0.app)) }
  }

  /// The indexes that a client may see of a store that an app keeps itself, of which it sees anything.
  func filter(inEmbeddedStore app: AppIdentity, _ snapshot: Snapshot) -> ScopeFilter {
    let hidden = snapshot.marks.filter(\.value.isPrivate).keys
    let ownOfCore = internalScopes(of: snapshot) { _ in app.identifier }
    return .excluding(apps: [], scopes: ownOfCore.union(hidden))
  }

  /// The indexes of a store that the client may see, as far as it looks; the store has to be open.
  ///
  /// - An app sees its own indexes, private ones included.
  /// - The system sees all indexes but private ones, and those of apps that are gone. A search that names no app does
  ///   not see those of apps that the person left out either.
  /// - Nobody sees the indexes that are the core's own, apart from history in a search of the system.
  ///
  /// - Parameters:
  ///   - snapshot: The store as it is now.
  ///   - metadataLog: What is known beside it.
  ///   - doubtful: The indexes that are taken for private.
  ///   - apps: What ``hiddenApps()`` gave.
  /// - Returns: The indexes.
  func filter(
    of snapshot: Snapshot, _ metadataLog: MetadataState, doubtful: Set<IndexScope>,
    hiding apps: Set<String>
  ) -> ScopeFilter {
    let ownOfCore = internalScopes(of: snapshot, \.app)
    if case .own = reach { return .apps([app], except: ownOfCore) }
    let hidden = ownOfCore.union(metadataLog.privateIndexes).union(doubtful)
    // What is known of the indexes of an app that is being removed is gone before they are.
    let hiddenApps = apps.union(metadataLog.removedApps)
    guard case .apps(let apps) = reach else { return .excluding(apps: hiddenApps, scopes: hidden) }
    return .apps(Set(apps).subtracting(hiddenApps), except: hidden)
  }

  /// The indexes that are the core's own, but history that the client sees.
  private func internalScopes(
    of snapshot: Snapshot, _ app: (IndexScope) -> String
  ) -> Set<IndexScope> {
    Set(
      snapshot.knownScopes.filter { scope in
        guard ScopeName.isInternal(scope) else { return false }
        guard includesHistory, scope.index == ScopeName.activities else { return true }
        return !host.historyRules(of: AppIdentity(identifier: app(scope))).isKept
      })
  }
}
