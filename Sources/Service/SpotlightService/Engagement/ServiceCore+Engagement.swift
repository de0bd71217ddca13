internal import FresnelEngine
package import FresnelModel
package import SpotlightWire

// What a person chose in searches: it brings entities up that are chosen often, and tells how long apps take to
// show them.

extension ServiceCore {
  /// A person chose something; returns at once.
  ///
  /// - Parameters:
  ///   - choice: What.
  ///   - app: Whose it is.
  ///   - protection: The class of its index. Nothing is written down of one that is served elsewhere.
  ///   - text: What was typed to find it. It is noted by hashes, and itself where the person has that kept.
  ///   - moment: When it was chosen; `nil` for now.
  package func noteChoice(
    _ choice: Choice, of app: AppIdentity, in protection: ProtectionClass, after text: String = "",
    at moment: ChoiceMoment? = nil
  ) {
    guard let store = store(of: protection) else { return }
    // What goes on in an app has no class of an item.
    let search = choice == .continuedSearch ? nil : TypedText(text, from: .surface)
    let text = ChosenText(text)
    let moment = moment ?? ChoiceMoment(of: app, in: self)
    change(choice, of: app, in: store, since: moment, after: search) { [self] records, now in
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

  /// Whether it is known whether there is a key of hashes of texts.
  var isTextKeyKnown: Bool { textStore?.key.isKnown == true }

  /// The key of hashes of texts; where there is none one is made, and durable when it is returned. It blocks.
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
  ///   - choice: What; it was told of by ``noteChoice(_:of:in:after:at:)`` before.
  ///   - app: Whose it is.
  ///   - milliseconds: The time from the choice to the content; `nil` when it is not known.
  ///   - failed: Whether it could not be opened.
  package func noteRestored(
    _ choice: Choice, of app: AppIdentity, milliseconds: UInt32?, failed: Bool
  ) {
    let moment = ChoiceMoment(of: app, in: self)
    for store in stores where store.history.hasChoices(of: app.identifier) {
      change(choice, of: app, in: store, since: moment) { records, _ in
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
}
