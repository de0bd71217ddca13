internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What a person decides about things: kept in the metadata log of the store that holds the thing, so that its class,
// its key and the removal of its app hold for it.

extension ServiceCore {
  /// Decides something about a thing, or takes it back; durable when the answer comes, and seen at once.
  ///
  /// - Parameters:
  ///   - change: What.
  ///   - done: Called once, on any thread, with what is decided about the thing from now on.
  ///     ``ServiceError/Code/refused`` where the thing is not there, ``ServiceError/Code/quotaExceeded`` where too much
  ///     is decided already.
  func changeMark(
    _ change: ChangeMark,
    _ done: @escaping @Sendable (Result<PersonalMark?, ServiceError>) -> Void
  ) {
    if change.verb == .forget {
      return forgetChoices(
        ForgetChoices(app: change.scope.app, identifiers: [change.identifier])
      ) { done($0.map { _ in nil }) }
    }
    pool.run(for: AppIdentity(identifier: change.scope.app), isUrgent: true) { [self] in
      guard let store = store(toMark: change) else {
        return done(.failure(ServiceError(.refused, "There is no such thing to be marked.")))
      }
      store.perform { [self] in
        let result = Result { () throws(ServiceError) in try apply(change, in: store) }
        live.runAll()
        done(result)
      }
    }
  }

  /// The store whose metadata log has the mark of a thing, or gets it: where the thing is. What an app keeps itself has
  /// no protection.
  private func store(toMark change: ChangeMark) -> ClassStore? {
    let thing = MarkedThing(scope: change.scope, identifier: change.identifier)
    let readable = stores.filter(\.key.isThere)
    let marked = readable.first { store in
      _ = try? store.openWriter()
      return store.metadataLog.state.marks?.marks[thing] != nil
    }
    if let marked { return marked }
    let holder = readable.first { store in
      (try? store.snapshot().item(scope: thing.scope, identifier: thing.identifier)) != nil
    }
    if let holder { return holder }
    let app = AppIdentity(identifier: change.scope.app)
    for snapshot in embeddedStores?.openSnapshots(of: app) ?? [] {
      for scope in snapshot.knownScopes
      where scope.index == thing.scope.index
        && snapshot.item(scope: scope, identifier: thing.identifier) != nil
      {
        return store(of: .none)
      }
    }
    return nil
  }

  /// Writes a change down; called on the intake queue of the store.
  private func apply(
    _ change: ChangeMark, in store: ClassStore
  ) throws(ServiceError) -> PersonalMark? {
    _ = try store.openWriter()
    let state = store.metadataLog.state
    guard !state.removedApps.contains(change.scope.app) else {
      throw ServiceError(.refused, "The app is being removed.")
    }
    let thing = MarkedThing(scope: change.scope, identifier: change.identifier)
    let former = state.marks?.marks[thing]
    var record = former ?? MarkRecord()
    try record.apply(change.verb, change.text, at: options.clock())
    let key = MarkRecord.key(of: thing)
    let bytes = record.encode()
    if !record.isEmpty, record != former {
      try state.checkRoom(for: key.utf8.count + bytes.count, isNew: former == nil)
    }
    try store.record([
      MetadataEntry(table: .marks, key: key, value: record.isEmpty ? nil : bytes)
    ])
    return record.isEmpty ? nil : PersonalMark(record, of: thing, in: store.protection)
  }

  /// What is decided about things, of the stores that can be read now. It blocks.
  ///
  /// - Parameter request: Which things.
  /// - Returns: The marks, in order, and the classes that cannot be read.
  func marks(_ request: ListMarks) -> MarkList {
    var list = MarkList(marks: [])
    for store in stores {
      guard store.key.isThere, (try? store.snapshot()) != nil else {
        list.unread.append(store.protection)
        continue
      }
      for (thing, record) in store.metadataLog.state.marks?.marks ?? [:]
      where request.app.map({ $0 == thing.scope.app }) ?? true
        && request.identifier.map({ $0 == thing.identifier }) ?? true
      {
        list.marks.append(PersonalMark(record, of: thing, in: store.protection))
      }
    }
    list.marks.sort {
      MarkedThing(scope: $0.scope, identifier: $0.identifier)
        < MarkedThing(scope: $1.scope, identifier: $1.identifier)
    }
    return list
  }
}

extension MetadataState {
  /// The entries that take out the marks of some things.
  func forgettingMarks(where isWanted: (MarkedThing) -> Bool) -> [MetadataEntry] {
    (marks?.marks ?? [:]).keys.filter(isWanted).sorted().map {
      MetadataEntry(table: .marks, key: MarkRecord.key(of: $0), value: nil)
    }
  }

  /// Checks that a record may be added.
  ///
  /// - Parameters:
  ///   - byteCount: Its bytes, with those of its key.
  ///   - isNew: Whether the thing has none yet.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/quotaExceeded``.
  fileprivate func checkRoom(for byteCount: Int, isNew: Bool) throws(ServiceError) {
    guard let marks else { return }
    if isNew,
      marks.marks.count >= MarkTable.thingLimit
        || marks.byteCount + byteCount > MarkTable.byteLimit
    {
      throw ServiceError(
        .quotaExceeded,
        "At most \(MarkTable.thingLimit) things of a protection class are pinned, hidden or named; "
          + "take some back first.")
    }
  }
}
