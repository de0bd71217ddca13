internal import SpotlightWire
internal import Synchronization

/// Which apps have a store of their own that was not taken over, so that their searches leave its items out.
///
/// A client hands its store over before it says anything else on a connection, so what it begins with tells how
/// things are. Of an app that has not connected since the core began, the metadata log knows whether a store was still
/// to come.
final class OwnStores: Sendable {
  /// What became of an app's store.
  private enum State {
    /// It was handed over and is not in the core, for a reason in one sentence.
    case missing(String)
    /// All of it is in the core, though the app may not have emptied it yet.
    case copied
    /// The app has none any more.
    case absent
  }

  /// By the identifiers of apps.
  private let states = Mutex<[String: State]>([:])

  /// Notes that a store is not in the core.
  ///
  /// - Parameters:
  ///   - app: The app whose store it is.
  ///   - reason: Why, in one sentence.
  func noteMissing(_ app: AppIdentity, because reason: String) {
    states.withLock { $0[app.identifier] = .missing(reason) }
  }

  /// Notes that a client tells of a store that it does not give away. If the core has all of a store of the app, that
  /// is the one, which the app could not empty.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - isCopied: Whether the metadata log says that the core has all of its store.
  func noteWithheld(by app: AppIdentity, isCopied: Bool) {
    states.withLock { states in
      if case .copied? = states[app.identifier] { return }
      states[app.identifier] = isCopied ? .copied : .missing(Self.withheld)
    }
  }

  /// Notes that all of a store is in the core.
  func noteCopied(_ app: AppIdentity) {
    states.withLock { $0[app.identifier] = .copied }
  }

  /// Notes that a client began without a store.
  ///
  /// - Returns: Whether that is news.
  func noteAbsent(_ app: AppIdentity) -> Bool {
    states.withLock { states in
      if case .absent? = states[app.identifier] { return false }
      states[app.identifier] = .absent
      return true
    }
  }

  /// Whether an app is known to have none any more.
  func isAbsent(of app: AppIdentity) -> Bool {
    states.withLock { if case .absent? = $0[app.identifier] { true } else { false } }
  }

  /// Forgets an app that is removed.
  func forget(_ app: AppIdentity) {
    _ = states.withLock { $0.removeValue(forKey: app.identifier) }
  }

  /// Whether an app's store is just being copied.
  fileprivate func isUnderWay(of app: String) -> Bool {
    states.withLock { if case .missing(Self.underWay)? = $0[app] { true } else { false } }
  }

  /// The apps whose stores are not in the core.
  fileprivate var missing: [String] {
    states.withLock { states in
      states.filter { if case .missing = $0.value { true } else { false } }.map(\.key)
    }
  }

  /// Tells why an app's store is not in the core.
  ///
  /// - Parameters:
  ///   - app: The app's identifier.
  ///   - isAwaited: Whether the metadata log has a store of it that is still to come.
  /// - Returns: The reason in one sentence; `nil` where the store is in the core, or there is none.
  fileprivate func reason(of app: String, isAwaited: Bool) -> String? {
    switch states.withLock({ $0[app] }) {
    case .missing(let reason)?: reason
    case .copied?, .absent?: nil
    case nil: isAwaited ? Self.notYetOffered : nil
    }
  }

  /// Why nothing is taken over of a store that is being written to, or cannot be opened.
  static let withheld =
    "Another process of the app writes to the store, or it cannot be opened or emptied."
  /// What is said while a store is copied.
  static let underWay = "It is being taken over now."
  private static let notYetOffered =
    "An earlier attempt did not succeed, and the app has not connected since."
}

extension ServiceCore {
  /// Tells what an app's own searches leave out. To be asked before the stores are looked at: a store counts as copied
  /// only when all of it is found.
  ///
  /// - Parameter app: The app's identifier.
  /// - Returns: What is missing and why, in one sentence; `nil` where nothing is.
  /// - Complexity: O(1).
  func ownStoreOmission(of app: String) -> String? {
    let isAwaited = home.metadataLog.state.standing(ofStoreOf: app) == .awaited
    return ownStores.reason(of: app, isAwaited: isAwaited).map {
      "The store that the app kept itself was not taken over, and the app's own searches lack its items. \($0)"
    }
  }

  /// The apps whose own stores were not taken over, for the doctor. It opens none of them. One that is being copied is
  /// not among them: nobody is to remove it meanwhile.
  var missingOwnStores: [ServiceFinding] {
    Set(ownStores.missing + home.metadataLog.state.appsAwaitingTakeOver).sorted().compactMap {
      app in
      guard !ownStores.isUnderWay(of: app) else { return nil }
      return ownStoreOmission(of: app).map { omission in
        ServiceFinding(
          .storeNotTakenOver, .warning, app: app, in: home.protection,
          "\(omission) Unlock the session, end all processes of the app, and start it again. If that does not help,"
            + " have the app index its items again, and then remove the directory of its store, as a rule in"
            + " $XDG_DATA_HOME/fresnel/embedded.")
      }
    }
  }
}
