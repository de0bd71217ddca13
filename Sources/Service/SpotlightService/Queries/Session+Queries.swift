internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

extension Session {
  /// Whether a person waits for the answers.
  var isUrgent: Bool { peer.seesSystem }

  /// Records that a person is about to search, or no longer is. An app's own search says nothing of that: it is
  /// not to hold back what others index.
  func noteSearch(isOpen: Bool) {
    let place = ObjectIdentifier(self)
    guard isOpen, isUrgent else { return core.searchPause.noteClosing(of: place) }
    core.searchPause.noteOpening(of: place)
    // Who ended the session meanwhile may not have seen it.
    if isEnded { core.searchPause.noteClosing(of: place) }
    // What was chosen is read now, and the stores that apps keep themselves are looked at, so that the first letter
    // does not wait for it.
    core.readChoicesEarly()
    if let embeddedStores = core.embeddedStores {
      core.pool.run(for: peer.app, isUrgent: true) { _ = embeddedStores.snapshots() }
    }
  }

  /// Finds all items that match.
  func query(_ request: QueryRequest, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    do throws(ServiceError) {
      let visibility = try Visibility(of: peer, reach: request.reach, host: core.host)
      let text = try QueryText(
        .query, request.query, filters: request.filters, request.queryContext)
      core.memoryRelease.note(byteCount: text.byteCount)
      guard request.attributes.count <= WireLimits.queryAttributes else {
        throw ServiceError(
          .invalidQuery,
          "\(request.attributes.count) attributes are wanted; the limit is "
            + "\(WireLimits.queryAttributes).")
      }
      let stores = core.stores.filter { store in
        request.classes.map { !store.classes.isDisjoint(with: $0) } ?? true
      }
      guard !stores.isEmpty else {
        throw ServiceError(.classLocked, "No items of these protection classes can be read here.")
      }
      start(
        QueryCursor(
          self, id,
          .matches(
            text, request.queryContext.context(at: core.options.clock()),
            attributes: request.attributes.map { AttributeKey(queryName: $0) }),
          visibility, stores: stores, charge), id)
    } catch {
      fail(error, id)
    }
  }

  /// Finds all items.
  func list(_ request: ItemList, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    do throws(ServiceError) {
      let reach: SearchReach = request.app.map { .apps([$0]) } ?? (isUrgent ? .system : .own)
      let visibility = try Visibility(of: peer, reach: reach, isSearch: false, host: core.host)
      start(
        QueryCursor(
          self, id, .everything(index: request.index), visibility, stores: core.stores, charge),
        id)
    } catch {
      fail(error, id)
    }
  }

  private func start(_ cursor: QueryCursor, _ id: UInt64) {
    add(cursor, id)
    cursor.begin()
  }

  /// Finds the items that answer best.
  func search(
    _ request: SpotlightWire.SearchRequest, _ id: UInt64, _ charge: (any PayloadCharge)?
  ) {
    run(id, reach: request.reach) { (visibility) throws(ServiceError) in
      try SearchRun(self, id, request, visibility, charge)
    }
  }

  /// Finds the items that answer what a person typed.
  func ask(_ request: AskRequest, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    run(id, reach: request.reach) { (visibility) throws(ServiceError) in
      try SearchRun(self, id, AskRun(request), visibility, charge)
    }
  }

  private func run(
    _ id: UInt64, reach: SearchReach,
    _ search: (Visibility) throws(ServiceError) -> SearchRun
  ) {
    if isUrgent { core.searchPause.noteSearch(in: ObjectIdentifier(self)) }
    do throws(ServiceError) {
      let visibility = try Visibility(
        of: peer, reach: reach, includesHistory: true, host: core.host)
      let run = try search(visibility)
      if run.isLive, !core.live.add(run, of: self) {
        throw ServiceError(
          .refused, "A connection may have \(LiveSearches.limitPerSession) live searches.")
      }
      core.memoryRelease.note(byteCount: run.text.byteCount)
      add(run, id)
      // Who ended the session meanwhile may not have seen it.
      if isEnded { core.live.remove(run, of: self) }
      run.start()
    } catch {
      fail(error, id)
    }
  }

  /// Finds one item.
  func findItem(_ request: ItemLookup, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    do throws(ServiceError) {
      let visibility = try Visibility(
        of: peer, reach: .apps([request.app]),
        includesHistory: request.index == ScopeName.activities, host: core.host)
      let scope = IndexScope(app: request.app, index: request.index)
      let session = self
      core.pool.run(for: peer.app, isUrgent: isUrgent) {
        do throws(ServiceError) {
          var found: WireHit?
          var missing = MissingStores()
          let stores = try session.core.visibleStores(
            visibility, in: session.core.stores, missing: &missing)
          for store in stores where found == nil {
            guard let own = store.ownScope(scope), store.filter.contains(own) else { continue }
            if let item = store.snapshot.item(scope: own, identifier: request.identifier),
              !store.isOutdated(own, item)
            {
              found = WireHit(
                scope: scope, protection: store.protection(of: own), score: 0, item: item)
            }
            if own.index == ScopeName.activities, let entry = found?.item {
              let related = RelatedItems(
                of: own.app,
                in: stores.filter { $0.mayRelate(toHistoryIn: store) }.map(\.snapshot))
              if !related.allow(entry) { found = nil }
            }
            if found == nil { try store.checkIsWhole() }
          }
          if found == nil, let failure = missing.failure(lookingFor: request.app) { throw failure }
          session.send(.itemFound(found), id)
        } catch {
          session.fail(error, id)
        }
        withExtendedLifetime(charge) {}
      }
    } catch {
      fail(error, id)
    }
  }
}

extension ClassStore {
  /// The protection class of an index of the store.
  func protection(of scope: IndexScope) -> ProtectionClass {
    classes.count == 1 ? protection : metadataLog.state.index(scope)?.protection ?? protection
  }
}
