internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What the person chose, as it is read into memory.

extension ClassStore {
  /// What some choices of an app stand for is gone, of those that wait, too; called on the intake queue.
  ///
  /// An app may delete any number of items before anybody searches, so what was chosen is read when many changes wait
  /// for that.
  func noteGone(_ keys: [String], of app: String) {
    history.choiceLane.noteGone(keys, of: app)
    for key in keys { engagement.note(nil, of: Engagement.Entity(app: app, key: key)) }
    if engagement.isOverdue, let snapshot = try? snapshot() { beginFilling(from: snapshot) }
  }

  /// Has what was chosen read soon, unless that was done: the intake queue and keystrokes do not wait for it.
  ///
  /// - Parameters:
  ///   - snapshot: Where it is read.
  ///   - completion: Called once it has been read, where it is read after this.
  /// - Returns: Whether it is read after this.
  @discardableResult
  func beginFilling(
    from snapshot: Snapshot, _ completion: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    guard engagement.known == nil else { return false }
    guard snapshot.hasChoices else {
      read(snapshot)
      return false
    }
    filling.async { [self] in
      // Somebody else may have read meanwhile, who tells of nothing.
      if engagement.known == nil { read(snapshot) }
      completion()
    }
    return true
  }

  /// Has the store opened and what was chosen read soon, unless that was done.
  ///
  /// - Parameter completion: Called once it has been read, where it is read after this.
  func beginFilling(_ completion: @escaping @Sendable () -> Void) {
    guard engagement.known == nil else { return }
    filling.async { [self] in
      // A store that cannot be opened has its failure told to who searches.
      guard engagement.known == nil, let snapshot = try? snapshot(.published) else { return }
      read(snapshot)
      completion()
    }
  }

  /// Reads what was chosen, unless that was done.
  func fillEngagement(from snapshot: Snapshot) {
    guard engagement.known == nil else { return }
    filling.sync { read(snapshot) }
  }

  private func read(_ snapshot: Snapshot) {
    guard let reading = engagement.beginFilling() else { return }
    let scopes = snapshot.knownScopes.filter { $0.index == ScopeName.engagement }
    var latest = LatestChoices()
    if !scopes.isEmpty {
      snapshot.forEachExpiring(in: .scopes(Set(scopes)), before: .distantFuture) { scope, item in
        if let records = item.choiceRecords {
          latest.add(records, of: Engagement.Entity(app: scope.app, key: item.uniqueIdentifier))
        }
        return true
      }
    }
    engagement.fill(latest, since: reading)
  }
}

extension Snapshot {
  /// Whether anything may be kept that the person chose.
  fileprivate var hasChoices: Bool { knownScopes.contains { $0.index == ScopeName.engagement } }

  /// Calls a closure with everything of an app that was chosen, and its key.
  func forEachChoice(of app: String, _ body: (Choice, _ key: String) -> Void) {
    forEachExpiring(in: .scope(.engagement(of: app)), before: .distantFuture) { _, item in
      let key = item.uniqueIdentifier
      if let choice = Choice(key: key) { body(choice, key) }
      return true
    }
  }
}
