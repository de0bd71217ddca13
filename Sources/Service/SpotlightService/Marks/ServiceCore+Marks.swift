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
  ///     is decided already; where the thing may be in a store that cannot be read, the error of that.
  func changeMark(
    _ change: ChangeMark,
    _ done: @escaping @Sendable (Result<PersonalMark?, ServiceError>) -> Void
  ) {
    if change.verb == .forget {
      let request = ForgetChoices(app: change.scope.app, identifiers: [change.identifier])
      return forgetChoices(request) { [self] result in
        done(result.map { _ in mark(of: change.thing) })
      }
    }
    whenKeysAreKnown { [self] in
      pool.run(for: AppIdentity(identifier: change.scope.app), isUrgent: true) { [self] in
        do throws(ServiceError) {
          let places = try places(of: change)
          places.store.perform { [self] in apply(change, in: places, done) }
        } catch {
          done(.failure(error))
        }
      }
    }
  }

  /// Where a mark is kept.
  private struct MarkPlaces: Sendable {
    /// The store whose metadata log gets it.
    let store: ClassStore
    /// The stores that have it now besides, as the thing moved.
    let others: [ClassStore]
    /// All stores that can be read.
    let readable: [ClassStore]
  }

  /// Finds where the mark of a thing is kept: in the store with the strictest class of those that have the thing or its
  /// mark. So what the person wrote is never readable with less than the thing itself or what was promised before.
  /// What an app keeps itself has no protection.
  private func places(of change: ChangeMark) throws(ServiceError) -> MarkPlaces {
    let thing = change.thing
    var readable: [ClassStore] = []
    var failure: ServiceError?
    for store in stores {
      do throws(ServiceError) {
        _ = try store.openWriter()
        readable.append(store)
      } catch {
        failure = failure ?? error
      }
    }
    let marked = readable.filter { $0.metadataLog.state.marks?.marks[thing] != nil }
    var holders = readable.filter { store in
      (try? store.snapshot().item(scope: thing.scope, identifier: thing.identifier)) != nil
    }
    if holders.isEmpty, let store = store(of: .none), isInEmbeddedStore(thing) {
      holders = [store]
    }
    // A text is not written down before it is known how the thing is protected.
    if holders.isEmpty, marked.isEmpty || change.verb.hasNewText, let failure { throw failure }
    let places = (holders + marked).sorted { $0.protection.rawValue < $1.protection.rawValue }
    guard let store = places.last else {
      throw ServiceError(.refused, "There is no such thing to be marked.")
    }
    return MarkPlaces(store: store, others: marked.filter { $0 !== store }, readable: readable)
  }

  private func isInEmbeddedStore(_ thing: MarkedThing) -> Bool {
    let app = AppIdentity(identifier: thing.scope.app)
    return (embeddedStores?.openSnapshots(of: app) ?? []).contains { snapshot in
      snapshot.knownScopes.contains { scope in
        scope.index == thing.scope.index
          && snapshot.item(scope: scope, identifier: thing.identifier) != nil
      }
    }
  }

  /// Writes a change down, then takes the mark out where it was before; called on the intake queue of the store.
  private func apply(
    _ change: ChangeMark, in places: MarkPlaces,
    _ done: @escaping @Sendable (Result<PersonalMark?, ServiceError>) -> Void
  ) {
    do throws(ServiceError) {
      let mark = try apply(change, in: places)
      removeMark(of: change.thing, from: places.others[...]) { [self] error in
        live.runBeyondOwn()
        if let error { done(.failure(error)) } else { done(.success(mark)) }
      }
    } catch {
      done(.failure(error))
    }
  }

  private func apply(
    _ change: ChangeMark, in places: MarkPlaces
  ) throws(ServiceError) -> PersonalMark? {
    let (store, thing) = (places.store, change.thing)
    let state = store.metadataLog.state
    guard !state.removedApps.contains(change.scope.app) else {
      throw ServiceError(.refused, "The app is being removed.")
    }
    let former = state.marks?.marks[thing]
    var record = former ?? MarkRecord()
    for other in places.others {
      if let mark = other.metadataLog.state.marks?.marks[thing] { record.merge(mark) }
    }
    try record.apply(change.verb, change.text, at: pinDate(for: change.text, places.readable))
    let key = MarkRecord.key(of: thing)
    let bytes = record.encode()
    if !record.isEmpty, record != former {
      try state.checkRoom(for: bytes, at: key, isNew: former == nil)
    }
    try store.record([
      MetadataEntry(table: .marks, key: key, value: record.isEmpty ? nil : bytes)
    ])
    return record.isEmpty ? nil : PersonalMark(record, of: thing, in: store.protection)
  }

  /// The date of a new pin for a text: now, or where the clock went back, later than all others.
  private func pinDate(for text: String, _ stores: [ClassStore]) -> Timestamp {
    let now = options.clock()
    guard let folded = MarkText.folded(text) else { return now }
    let dates = stores.compactMap { store in
      store.metadataLog.state.marks?.pinned(for: folded).values.max()
    }
    guard let last = dates.max() else { return now }
    // Two ticks of what searches order by.
    let next = Timestamp(secondsSinceReferenceDate: last.secondsSinceReferenceDate + 1 / 4096)
    return max(now, next)
  }

  /// Takes the mark of a thing out of some stores, one after the other.
  private func removeMark(
    of thing: MarkedThing, from stores: ArraySlice<ClassStore>,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard let first = stores.first else { return done(nil) }
    first.perform { [self] in
      do throws(ServiceError) {
        try first.record([
          MetadataEntry(table: .marks, key: MarkRecord.key(of: thing), value: nil)
        ])
        removeMark(of: thing, from: stores.dropFirst(), done)
      } catch {
        done(error)
      }
    }
  }

  /// What is decided about a thing; `nil` for nothing that can be read.
  private func mark(of thing: MarkedThing) -> PersonalMark? {
    marks(ListMarks(app: thing.scope.app, identifier: thing.identifier)).marks
      .first { $0.scope == thing.scope }
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

extension ChangeMark {
  /// What is decided about.
  fileprivate var thing: MarkedThing { MarkedThing(scope: scope, identifier: identifier) }
}

extension ChangeMark.Verb {
  /// Whether it has a text written down.
  fileprivate var hasNewText: Bool { self == .pin || self == .addAlias }
}

extension MetadataState {
  /// The entries that take out marks, also those of later versions, which no list has.
  ///
  /// - Parameter app: Whose; `nil` for everybody's.
  /// - Returns: The entries.
  func forgettingMarks(of app: String?) -> [MetadataEntry] {
    self[.marks].keys.filter { key in
      app == nil || MarkRecord.thing(ofKey: key)?.scope.app == app
    }.sorted().map { MetadataEntry(table: .marks, key: $0, value: nil) }
  }

  /// Checks that a record may be written down.
  ///
  /// - Parameters:
  ///   - record: Its bytes.
  ///   - key: Its key.
  ///   - isNew: Whether the thing has none yet.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/quotaExceeded``.
  fileprivate func checkRoom(for record: [UInt8], at key: String, isNew: Bool) throws(ServiceError)
  {
    let keyByteCount = key.utf8.count
    let former = isNew ? 0 : keyByteCount + (self[.marks, key]?.count ?? 0)
    let growth = keyByteCount + record.count - former
    let (count, byteCount) = (marks?.marks.count ?? 0, marks?.byteCount ?? 0)
    guard
      isNew && count >= MarkTable.thingLimit
        || growth > 0 && byteCount + growth > MarkTable.byteLimit
    else { return }
    throw ServiceError(
      .quotaExceeded,
      "At most \(MarkTable.thingLimit) things of a protection class are pinned, hidden or named; "
        + "take some back first.")
  }
}
