internal import FresnelEngine
package import FresnelModel
package import SpotlightWire

// What a person chose in searches: it brings entities up that are chosen often, and tells how long apps take to
// show them.

extension ServiceCore {
  /// How long it is kept after the last choice, in seconds.
  private static let lifetime = 180.0 * 24 * 60 * 60

  /// A person chose something; returns at once.
  ///
  /// - Parameters:
  ///   - choice: What.
  ///   - app: Whose it is.
  ///   - protection: The class of its index. Nothing is written down of one that is served elsewhere.
  ///   - text: What was typed to find it. It is noted by hashes alone.
  package func noteChoice(
    _ choice: Choice, of app: AppIdentity, in protection: ProtectionClass, after text: String = ""
  ) {
    guard let store = store(of: protection) else { return }
    let text = ChosenText(text)
    change(choice, of: app, in: store) { [self] records, now in
      ChoiceRecords.noting(
        records, for: text, text == nil ? textKey : textKeyForWriting(), at: now)
    }
  }

  /// The store whose metadata log has the key of hashes of texts: that of the class *first unlock* where it is of this
  /// process, so that the key of what is stored without encryption is not beside it.
  private var textStore: ClassStore? { store(of: .firstUnlock) ?? stores.first }

  /// The key of hashes of texts; `nil` while it cannot be read, and before there is one.
  var textKey: ChosenTextKey? {
    guard let store = textStore, store.key.isKnown else { return nil }
    return store.metadataLog.state.textKey
  }

  /// The same; where there is none one is made, and durable when it is returned. It blocks.
  private func textKeyForWriting() -> ChosenTextKey? {
    guard let store = textStore, store.key.isKnown, (try? store.openWriter()) != nil else {
      return nil
    }
    if store.metadataLog.state.textKey == nil {
      try? store.metadataLog.record([.newTextKey])
    }
    return store.metadataLog.state.textKey
  }

  /// What a person chose is shown, or could not be opened; returns at once.
  ///
  /// - Parameters:
  ///   - choice: What; it was told of by ``noteChoice(_:of:in:)`` before.
  ///   - app: Whose it is.
  ///   - milliseconds: The time from the choice to the content; `nil` when it is not known.
  ///   - failed: Whether it could not be opened.
  package func noteRestored(
    _ choice: Choice, of app: AppIdentity, milliseconds: UInt32?, failed: Bool
  ) {
    for store in stores where store.history.hasChoices(of: app.identifier) {
      change(choice, of: app, in: store) { records, _ in
        guard var records else { return nil }
        if failed {
          records.counts.noteFailure()
        } else {
          records.counts.noteRestored(milliseconds: milliseconds)
        }
        return records
      }
    }
  }

  /// What was chosen, as far as the stores can be read now; it blocks while they are read for the first time.
  ///
  /// - Parameter prefix: What the keys of choices begin with: `q` for searches that were continued.
  /// - Returns: Whose, and how often, in no particular order.
  package func choices(startingWith prefix: String) -> [(app: String, record: EngagementRecord)] {
    stores.flatMap { store in
      if let snapshot = try? store.snapshot(.published) { store.fillEngagement(from: snapshot) }
      return store.engagement.records(startingWith: prefix).map { ($0.entity.app, $0.counts) }
    }
  }

  /// Whether an item is there; it blocks.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/classLocked`` when only somebody else can tell, who
  ///   serves the class of the index.
  package func itemExists(_ scope: IndexScope, _ identifier: String) throws(ServiceError) -> Bool {
    var failure: ServiceError?
    for store in stores {
      do throws(ServiceError) {
        if try store.snapshot().item(scope: scope, identifier: identifier) != nil { return true }
      } catch {
        failure = failure ?? error
      }
    }
    for (app, snapshot) in embeddedStores?.snapshots() ?? [] where app.identifier == scope.app {
      for own in snapshot.knownScopes
      where own.index == scope.index && snapshot.item(scope: own, identifier: identifier) != nil {
        return true
      }
    }
    let elsewhere = classesElsewhere(
      of: AppIdentity(identifier: scope.app), index: scope.index)
    if !elsewhere.isEmpty { throw ServiceError(elsewhere: elsewhere, item: identifier) }
    if let failure { throw failure }
    return false
  }

  /// Changes what is kept of a choice, when the turn comes.
  private func change(
    _ choice: Choice, of app: AppIdentity, in store: ClassStore,
    _ body: @escaping @Sendable (ChoiceRecords?, Timestamp) -> ChoiceRecords?
  ) {
    guard let key = choice.key else { return }
    let scope = IndexScope.engagement(of: app.identifier)
    let removalCount = removals.count(of: app)
    if store.key.isKnown { store.history.noteUse(of: scope) }
    store.history.lane.add(of: app.identifier) { [self] done in
      store.perform { [self] in
        // What cannot be kept is no more than not learnt.
        guard removals.count(of: app) == removalCount, host.historyRules(of: app).isKept,
          (try? store.openWriter()) != nil, let snapshot = try? store.snapshot()
        else { return done() }
        if store.engagement.isOverdue { store.fillEngagement(from: snapshot) }
        let stored = snapshot.item(scope: scope, identifier: key)?.choiceRecords
        guard let records = body(stored, options.clock()),
          let item = EncodedItem(
            records, key: key, expiration: records.counts.lastChoice.advanced(by: Self.lifetime))
        else { return done() }
        store.history.noteUse(of: scope)
        store.engagement.note(records, of: Engagement.Entity(app: app.identifier, key: key))
        store.submit(Batch(scope: scope, operations: [.putEncoded([item])])) { _ in done() }
      }
    }
  }
}

extension ClassStore {
  /// What some choices of an app stand for is gone; called on the intake queue.
  ///
  /// An app may delete any number of items before anybody searches, so what was chosen is read when many changes wait
  /// for that.
  func noteGone(_ keys: [String], of app: String) {
    for key in keys { engagement.note(nil, of: Engagement.Entity(app: app, key: key)) }
    if engagement.isOverdue, let snapshot = try? snapshot() { fillEngagement(from: snapshot) }
  }

  /// Reads what was chosen, unless that was done.
  func fillEngagement(from snapshot: Snapshot) {
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
  /// Calls a closure with everything of an app that was chosen, and its key.
  func forEachChoice(of app: String, _ body: (Choice, _ key: String) -> Void) {
    forEachExpiring(in: .scope(.engagement(of: app)), before: .distantFuture) { _, item in
      let key = item.uniqueIdentifier
      if let choice = Choice(key: key) { body(choice, key) }
      return true
    }
  }
}
