internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// An app that empties an index, or replaces all of it, says what is in it from then on: nothing is missing, whatever
// was lost before. One that has emptied it may be killed before it has filled it again, so it is asked on.

extension ServiceCore {
  /// Has an app asked on for an index that has lost items and that it empties; called on the intake queue before the
  /// change is handed to the store, which counts the loss as made good.
  ///
  /// - Parameters:
  ///   - batch: The change.
  ///   - store: Where it goes.
  /// - Throws: ``ServiceError`` where it cannot be recorded; the change must not be made then.
  func noteEmptying(by batch: Batch, in store: ClassStore) throws(ServiceError) {
    guard batch.isWhole, store.metadataLog.isDurable,
      !StoreExamination.isFilledByCommands(batch.scope.app)
    else { return }
    let snapshot = try store.openWriter().snapshot(.published)
    guard snapshot.knows(batch.scope), snapshot.needsReindex(batch.scope) else { return }
    try store.oweAll(batch.scope, OwedCallback.isEmptied)
  }

  /// Ends what an index lacks by what is owed of it, after a change that emptied or replaced it.
  ///
  /// - Parameters:
  ///   - batch: The change, which is durable.
  ///   - store: Where it went.
  ///   - isReplacement: Whether the index has all that it is to have.
  ///   - completion: Called once, on any thread, when the client may be answered.
  func endLacking(
    after batch: Batch, in store: ClassStore, isReplacement: Bool = false,
    _ completion: @escaping @Sendable () -> Void
  ) {
    let scope = batch.scope
    guard batch.isWhole,
      let owed = store.metadataLog.state[.owedCallbacks, OwedCallback.key(scope)],
      isReplacement || OwedCallback.lacksItems(owed)
    else { return completion() }
    store.perform { [live] in
      // If it fails, the index counts as lacking items until the app has answered.
      try? store.record([
        isReplacement
          ? OwedCallback.removal(scope) : OwedCallback.whole(scope, OwedCallback.isEmptied)
      ])
      live.runOwn(of: AppIdentity(identifier: scope.app))
      completion()
    }
  }
}
