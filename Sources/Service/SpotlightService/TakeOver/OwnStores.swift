internal import SpotlightWire
internal import Synchronization

/// The stores that apps kept themselves, as far as the apps have connected since the core began.
///
/// A client hands its store over before it says anything else on a connection, so what it begins with tells how
/// things are. Of other apps the metadata log knows whether a store was still to come.
final class OwnStores: Sendable {
  /// By the identifiers of apps.
  private let stores = Mutex<[String: OwnStore]>([:])

  /// Notes what happens to an app's store.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - app: The app whose store it is.
  ///   - isConfined: Whether the process that it comes from runs in a sandbox.
  ///   - noted: What the metadata log has of it. It may be read a moment before, as it counts only while nothing has
  ///     happened to the store since the core began.
  /// - Returns: The store as it is then, and whether what the app's searches tell of it begins or ends.
  func note(
    _ event: OwnStore.Event, of app: AppIdentity, isConfined: Bool,
    noted: PendingTakeOver.Standing?
  ) -> (store: OwnStore, isNews: Bool) {
    stores.withLock { stores in
      let before = stores[app.identifier]
      let after = OwnStore.next(after: before, event, isConfined: isConfined)
      stores[app.identifier] = after
      let wasMissing = OwnStore.reason(before, noted: noted) != nil
      return (after, wasMissing != (OwnStore.reason(after, noted: noted) != nil))
    }
  }

  /// Decides of a store that was offered before the metadata log could be read.
  ///
  /// - Parameters:
  ///   - app: The app's identifier.
  ///   - noted: What the metadata log has of it, now that it was read.
  /// - Returns: What it is to have; `nil` where there was nothing to be decided or noted.
  func decide(
    _ app: String, noted: PendingTakeOver.Standing?
  ) -> PendingTakeOver.Standing? {
    stores.withLock { stores in
      guard let before = stores[app] else { return nil }
      switch before.state {
      case .missing: return .awaited
      case .copied, .absent: return nil
      case .undecided(let reason):
        let after = OwnStore.next(
          after: before,
          .offered(in: before.place, because: reason, isNotedCopied: noted == .copied),
          isConfined: before.isConfined)
        stores[app] = after
        return after.standing
      }
    }
  }

  /// The store of an app; `nil` where the app has not connected.
  func store(of app: String) -> OwnStore? { stores.withLock { $0[app] } }

  /// Forgets the store of an app that is removed.
  func forget(_ app: AppIdentity) {
    _ = stores.withLock { $0.removeValue(forKey: app.identifier) }
  }

  /// The apps whose stores may not be noted, as they were offered before the metadata log could be read.
  var unnotedApps: [String] {
    stores.withLock { stores in
      stores.filter {
        switch $0.value.state {
        case .missing, .undecided: true
        case .copied, .absent: false
        }
      }.map(\.key)
    }
  }

  /// The apps that have one, or had one.
  var apps: [String] { stores.withLock { Array($0.keys) } }
}

extension ServiceCore {
  /// Tells what an app's own searches leave out. To be asked before the stores are looked at: a store counts as copied
  /// only when all of it is found.
  ///
  /// - Parameter app: The app's identifier.
  /// - Returns: What is missing and why, in one sentence; `nil` where nothing is.
  /// - Complexity: O(*n*) in the number of callbacks that are owed, unless the metadata log is still to be read.
  func ownStoreOmission(of app: String) -> String? {
    if let omission = untakenStoreOmission(of: app) { return omission }
    let lacksItems = stores.contains { $0.metadataLog.state.lacksItemsOfOwnStore(of: app) }
    return lacksItems
      ? "Items of the store that the app kept itself were lost or left out, and the app has not indexed them again."
      : nil
  }

  private func untakenStoreOmission(of app: String) -> String? {
    let store = ownStores.store(of: app)
    // As long as it cannot be read, the store counts as missing.
    if case .undecided? = store?.state { try? home.metadataLog.open(key: try home.key.get()) }
    let noted = home.metadataLog.state.standing(ofStoreOf: app)
    return OwnStore.reason(store, noted: noted).map {
      "The store that the app kept itself is not taken over, and the app's own searches lack its items. \($0)"
    }
  }

  /// The apps whose own stores are not in the core, for the doctor. It opens none of them. Of one that is being copied
  /// it is only told for how long: nobody is to remove it meanwhile.
  var missingOwnStores: [ServiceFinding] {
    let now = options.monotonicClock()
    return Set(ownStores.apps + home.metadataLog.state.appsAwaitingTakeOver).sorted().compactMap {
      app in
      untakenStoreOmission(of: app).map { omission in
        let duration = ownStores.store(of: app)?.place.flatMap {
          takeOvers.duration(of: app, $0, at: now)
        }
        let advice = duration.map { "That began \(Self.minutes($0)) ago." } ?? Self.advice
        return ServiceFinding(
          .storeNotTakenOver, duration == nil ? .warning : .note, app: app, in: home.protection,
          "\(omission) \(advice)")
      }
    }
  }

  private static let advice =
    "Unlock the session, end all processes of the app, and start it again. If that does not help, have the app index"
    + " its items again, and then remove the directory of its store, as a rule in $XDG_DATA_HOME/fresnel/embedded."

  private static func minutes(_ nanoseconds: UInt64) -> String {
    let count = nanoseconds / 60_000_000_000
    return switch count {
    case 0: "less than a minute"
    case 1: "a minute"
    default: "\(count) minutes"
    }
  }
}
