internal import SpotlightWire

// What is noted of apps' own stores without their sessions: what an app deletes must not come back with a store that
// could not be noted when it was offered.

extension ServiceCore {
  /// Decides of all stores that were offered before the metadata log could be read, and notes those that are missing;
  /// called on the home store's intake queue once its key is there.
  func decideOwnStores() {
    let apps = ownStores.unnotedApps
    guard !apps.isEmpty else { return }
    do throws(ServiceError) {
      try home.metadataLog.open(key: try home.key.get())
    } catch {
      // They stay undecided, and what their apps delete is refused.
      return
    }
    for app in apps {
      let noted = notedStanding(of: app)
      guard let standing = ownStores.decide(app, noted: noted), standing != noted else { continue }
      // If it fails, it is noted with the next deletion, or that is refused.
      try? home.record([
        PendingTakeOver.note(AppIdentity(identifier: app), standing, in: home.metadataLog.state)
      ])
    }
  }

  /// Tells whether deletions of an app have to be noted, for the sake of a store that may come or be handed over again.
  /// A store that could not be noted when it was offered is noted first.
  ///
  /// - Parameter app: The app's identifier.
  /// - Returns: Whether the metadata log has such a store.
  /// - Throws: ``ServiceError`` where that cannot be read or written, and the app has offered a store; nothing must be
  ///   deleted then.
  func notesDeletions(of app: String) throws(ServiceError) -> Bool {
    let store = ownStores.store(of: app)
    do throws(ServiceError) {
      try home.metadataLog.open(key: try home.key.get())
    } catch {
      // Who has offered none may delete what is served without the home store's key.
      guard let store, store.state != .absent else { return false }
      throw error
    }
    if home.metadataLog.state.awaitsTakeOver(of: app) { return true }
    guard let store, store.state != .absent else { return false }
    let standing = store.standing ?? .awaited
    try home.record([
      PendingTakeOver.note(AppIdentity(identifier: app), standing, in: home.metadataLog.state)
    ])
    return true
  }

  private func notedStanding(of app: String) -> PendingTakeOver.Standing? {
    home.metadataLog.state.standing(ofStoreOf: app)
  }
}
