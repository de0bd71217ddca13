internal import SpotlightWire
internal import Synchronization

/// Which apps have a store of their own that was not taken over, so that their searches leave its items out.
///
/// A client hands its store over before it says anything else on a connection, so what it begins with tells how
/// things are. Of an app that has not connected since the core began, the metadata log knows whether a store was still
/// to come.
final class OwnStores: Sendable {
  /// What became of an app's store.
  enum State: Equatable, Sendable {
    /// It is being copied.
    case underWay
    /// It was handed over and is not in the core, for a reason in one sentence. Its directory is known where that came.
    case missing(String, in: LeavingStores.Identity? = nil)
    /// It was offered before the metadata log could be read, which tells whether all of it is in the core; the reason
    /// is why it is missing if not.
    case offered(String)
    /// All of it is in the core, and the app has not emptied it yet. Its directory is known where that came.
    case copied(in: LeavingStores.Identity? = nil)
    /// The app has none any more.
    case absent

    /// Tells whether all of a store in some directory is in the core.
    ///
    /// - Parameter place: The directory; `nil` where it is not known.
    /// - Returns: Whether it is; `nil` where the metadata log has to tell.
    func isCopied(in place: LeavingStores.Identity?) -> Bool? {
      switch self {
      case .copied(let other): other == nil || place == nil || other == place
      case .offered: nil
      case .underWay, .missing, .absent: false
      }
    }

    /// Why the store is not in the core, in one sentence; `nil` where it is, or there is none.
    fileprivate func reason(_ standing: PendingTakeOver.Standing?) -> String? {
      switch self {
      case .underWay: "It is being taken over now."
      case .missing(let reason, _): reason
      case .offered(let reason): standing == .copied ? nil : reason
      case .copied, .absent: nil
      }
    }
  }

  /// By the identifiers of apps.
  private let states = Mutex<[String: State]>([:])

  /// Notes what became of an app's store.
  ///
  /// - Parameters:
  ///   - app: The app whose store it is.
  ///   - standing: What the metadata log has of it.
  ///   - next: Gives the state from now on of that before, which is `nil` where the app has not connected.
  /// - Returns: Whether the app's searches are told of a missing store from now on, or are no longer.
  func change(
    _ app: AppIdentity, _ standing: PendingTakeOver.Standing?, _ next: (State?) -> State
  ) -> Bool {
    states.withLock { states in
      let before = states[app.identifier]
      let after = next(before)
      states[app.identifier] = after
      return (Self.reason(before, standing) == nil) != (after.reason(standing) == nil)
    }
  }

  /// What became of an app's store; `nil` where the app has not connected.
  func state(of app: AppIdentity) -> State? { states.withLock { $0[app.identifier] } }

  /// Forgets an app that is removed.
  func forget(_ app: AppIdentity) {
    _ = states.withLock { $0.removeValue(forKey: app.identifier) }
  }

  /// The apps whose stores are not in the core, and are not being copied.
  fileprivate var missing: [String] {
    states.withLock { states in
      states.filter {
        switch $0.value {
        case .missing, .offered: true
        case .underWay, .copied, .absent: false
        }
      }.map(\.key)
    }
  }

  /// Whether an app's store is just being copied.
  fileprivate func isUnderWay(of app: String) -> Bool { states.withLock { $0[app] == .underWay } }

  /// Tells why an app's store is not in the core.
  ///
  /// - Parameters:
  ///   - app: The app's identifier.
  ///   - standing: What the metadata log has of it.
  /// - Returns: The reason in one sentence; `nil` where the store is in the core, or there is none.
  fileprivate func reason(of app: String, _ standing: PendingTakeOver.Standing?) -> String? {
    Self.reason(states.withLock { $0[app] }, standing)
  }

  private static func reason(_ state: State?, _ standing: PendingTakeOver.Standing?) -> String? {
    if let state { return state.reason(standing) }
    return standing == .awaited ? notYetOffered : nil
  }

  /// Why nothing is taken over of a store that is being written to, or cannot be opened.
  static let withheld =
    "Another process of the app writes to the store, or it cannot be opened or emptied."
  private static let notYetOffered =
    "An earlier attempt did not succeed, and the app has not connected since."
}

extension ServiceCore {
  /// Notes that an app has no store of its own any more, in which indexes could wait, unless one is being taken over.
  /// The app's own live searches run again where that changes what they are told.
  ///
  /// - Returns: Whether it was noted.
  @discardableResult
  func noteNoOwnStore(of app: AppIdentity) -> Bool {
    let standing = home.metadataLog.state.standing(ofStoreOf: app.identifier)
    let isNews = takeOvers.unlessTakingOver(app) {
      takeOvers.setWaiting([:], of: app.identifier)
      return ownStores.change(app, standing) { _ in .absent }
    }
    if isNews == true { live.runOwn(of: app) }
    return isNews != nil
  }

  /// Tells what an app's own searches leave out. To be asked before the stores are looked at: a store counts as copied
  /// only when all of it is found.
  ///
  /// - Parameter app: The app's identifier.
  /// - Returns: What is missing and why, in one sentence; `nil` where nothing is.
  /// - Complexity: O(1).
  func ownStoreOmission(of app: String) -> String? {
    let standing = home.metadataLog.state.standing(ofStoreOf: app)
    return ownStores.reason(of: app, standing).map {
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
