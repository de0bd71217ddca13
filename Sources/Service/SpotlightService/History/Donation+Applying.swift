internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension ServiceCore {
  /// Takes an activity into the history that a store keeps of its app, when its turn comes.
  func take(_ donation: Donation, into store: ClassStore, from session: Session) {
    let isTaken = store.history.lane.add(donation) { [self] done in
      store.perform { self.apply(donation, to: store, from: session, done) }
    }
    if !isTaken { donation.finish(.success(.tooMany)) }
  }

  /// Called on the intake queue, where what deletes history comes before or after.
  private func apply(
    _ donation: Donation, to store: ClassStore, from session: Session,
    _ done: @escaping @Sendable () -> Void
  ) {
    let again: @Sendable () -> Void = { [self] in
      store.perform { self.apply(donation, to: store, from: session, done) }
    }
    if donation.related != nil, historyGate.isClosed(donation.app, again) { return }
    do throws(ServiceError) {
      try session.checkIsWanted()
      let change = try change(by: donation, in: store)
      guard !change.operations.isEmpty else {
        donation.finish(.success(change.outcome))
        return done()
      }
      let batch = Batch(scope: .activities(of: donation.app), operations: change.operations)
      store.history.noteUse(of: batch.scope)
      store.submit(batch) { error in
        donation.finish(error.map { .failure($0) } ?? .success(change.outcome))
        done()
      }
    } catch {
      donation.finish(.failure(error))
      done()
    }
  }

  /// What becomes of an activity, and what is to be written for that.
  private func change(
    by donation: Donation, in store: ClassStore
  ) throws(ServiceError) -> (outcome: DonationOutcome, operations: [FresnelEngine.Operation]) {
    let app = donation.app
    guard host.historyRules(of: AppIdentity(identifier: app)).isKept else {
      return (.switchedOff, [])
    }
    let deletion = FresnelEngine.Operation.deleteIdentifiers([donation.key])
    if donation.isDeleted { return (.nothingToUpdate, [deletion]) }
    let content = donation.content
    let snapshot = try store.snapshot()
    let stored = snapshot.item(scope: .activities(of: app), identifier: donation.key)
    let known = stored.flatMap { StateEntry($0) }
    var relatedIndex = ""
    if let related = donation.related {
      let items = try RelatedItems(of: app, forHistoryIn: store, self)
      let preferred = known?.record.relatedIndex ?? ""
      guard let index = items.index(holding: related, preferring: preferred) else {
        let isGone = stored != nil && !items.isPartial
        return (.relatedItemUnknown, isGone ? [deletion] : [])
      }
      relatedIndex = index
    }
    let now = options.clock()
    var record: StateRecord
    if let known {
      record = known.record
      record.activity = content.activity
      record.relatedIndex = relatedIndex
      if content.isVisit { record.noteVisit(at: now) }
    } else {
      guard content.isVisit else { return (.nothingToUpdate, []) }
      record = StateRecord(
        activity: content.activity, firstVisit: now, relatedIndex: relatedIndex)
    }
    guard StateEntry.expiration(of: record) > now else {
      return (.expired, stored == nil ? [] : [deletion])
    }
    let item = try StateEntry.item(donation.key, record, content.attributes)
    let surplus = surplus(of: app, adding: item, insteadOf: stored, in: store, snapshot)
    return (
      known == nil ? .new : .known,
      (surplus.isEmpty ? [] : [.deleteIdentifiers(surplus)]) + [.putEncoded([item])]
    )
  }

  /// The keys of the states that have to make room for another one: those that were visited least recently.
  private func surplus(
    of app: String, adding item: EncodedItem, insteadOf stored: EncodedItem?, in store: ClassStore,
    _ snapshot: Snapshot
  ) -> [String] {
    let history = store.history
    let growth = History.Size(
      count: stored == nil ? 1 : 0, byteCount: item.byteCount - (stored?.byteCount ?? 0))
    if let size = history.noteGrowth(of: app, by: growth), !size.isTooLarge { return [] }
    var size = History.Size(count: 1, byteCount: item.byteCount)
    var others: [(key: String, lastVisit: Timestamp, byteCount: Int)] = []
    let distantPast = Timestamp(secondsSinceReferenceDate: -.infinity)
    for other in snapshot.states(of: app)
    where other.uniqueIdentifierBytes != item.uniqueIdentifierBytes {
      size.count += 1
      size.byteCount += other.byteCount
      others.append(
        (
          other.uniqueIdentifier, StateEntry(other)?.record.lastVisit ?? distantPast,
          other.byteCount
        ))
    }
    var surplus: [String] = []
    if size.isTooLarge {
      others.sort { ($0.lastVisit, $0.key) < ($1.lastVisit, $1.key) }
      for other in others where size.isTooLarge {
        size.count -= 1
        size.byteCount -= other.byteCount
        surplus.append(other.key)
      }
    }
    history.noteUse(of: .activities(of: app))
    history.noteSize(size, of: app)
    return surplus
  }
}
