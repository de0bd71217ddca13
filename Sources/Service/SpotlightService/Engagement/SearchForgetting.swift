internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// How texts of recent searches go: when somebody has them forgotten, when they are too old, and when the person
// decided that none is kept.

extension ServiceCore {
  /// Forgets texts that were typed: at once in memory, and durably when the answer comes.
  ///
  /// - Parameters:
  ///   - text: The text, in whatever spelling that counts as the same; `nil` for all.
  ///   - app: Whose things were chosen after it; `nil` for everybody's.
  ///   - origin: Where it was typed; `nil` for anywhere.
  ///   - done: Called once, on any thread, with how many were forgotten.
  func forgetSearches(
    _ text: String?, of app: String?, from origin: SearchTexts.Origin?,
    _ done: @escaping @Sendable (Result<UInt64, ServiceError>) -> Void
  ) {
    let key = text.map(SearchTexts.key)
    let isForgotten: @Sendable (SearchTexts.Entry) -> Bool = { entry in
      (origin == nil || entry.origin == origin)
        && (key == nil || SearchTexts.key(of: entry.text) == key)
    }
    deleteFromStores(done) { [self] store, total, finish in
      do throws(ServiceError) {
        _ = try store.openWriter()
        // What was chosen before is written down later without its text.
        store.engagement.noteForgettingTexts(of: app, from: origin)
        store.engagement.forgetSearches(of: app, where: isForgotten)
      } catch {
        return finish(error)
      }
      rewriteSearches(of: app, in: store, total, finish) { _, texts in
        texts.remove(where: isForgotten)
      }
    }
  }

  /// Removes texts of apps of which none is kept; called on the intake queue of the store.
  func dropUnwantedSearches(in store: ClassStore) {
    guard !host.keepsSearches || !host.appsHiddenFromSuggestions().isEmpty else { return }
    sweepSearches(in: store)
  }

  /// Removes texts that are too old, and those of apps of which none is kept; called on the intake queue of the store.
  ///
  /// Dates that lie ahead stay: this clock may be the one that is wrong.
  func sweepSearches(in store: ClassStore) {
    guard (try? store.openWriter()) != nil else { return }
    let now = options.clock()
    rewriteSearches(of: nil, in: store, Total(), { _ in }) { [self] app, texts in
      let isKept = keepsSearches(of: app)
      texts.remove { !isKept || $0.isOver(at: now) }
    }
  }

  /// Changes the texts of apps' records, each app's while no choice of it is being written; called on the intake queue
  /// of the store.
  ///
  /// - Parameters:
  ///   - app: Whose records; `nil` for everybody's.
  ///   - store: Where they are kept.
  ///   - total: Counts the texts that go.
  ///   - done: Called once, on any thread: without an error when it is durable.
  ///   - change: Changes the texts of an app's record; it adds none.
  /// - Complexity: O(*n*) in the documents of segments in which anything expires, for all apps and again for each app
  ///   of which something changes.
  private func rewriteSearches(
    of app: String?, in store: ClassStore, _ total: Total,
    _ done: @escaping @Sendable (ServiceError?) -> Void,
    _ change: @escaping @Sendable (_ app: String, inout SearchTexts) -> Void
  ) {
    let lane = store.history.choiceLane
    // Of these, records may be on their way into the store.
    var apps = Set(lane.waitingApps.filter { app == nil || $0 == app })
    do throws(ServiceError) {
      let others = Set(store.history.apps).filter {
        (app == nil || $0 == app) && store.history.hasChoices(of: $0)
      }
      try store.snapshot().forEachChoice(of: others.subtracting(apps)) { app, item in
        guard !apps.contains(app), let searches = item.choiceRecords?.searches else { return }
        var changed = searches
        change(app, &changed)
        if changed != searches { apps.insert(app) }
      }
    } catch {
      return done(error)
    }
    let tally = Tally(count: apps.count + 1, completion: done)
    tally.finish(nil)
    for app in apps {
      lane.add(of: app) { [self] turnIsOver in
        store.performOpen(historyGate, app) { [self] in
          rewriteSearchesInTurn(of: app, in: store, total, change) { error in
            turnIsOver()
            tally.finish(error)
          }
        }
      }
    }
  }

  /// Changes the texts of an app's records in its turn; called on the intake queue of the store.
  private func rewriteSearchesInTurn(
    of app: String, in store: ClassStore, _ total: Total,
    _ change: (_ app: String, inout SearchTexts) -> Void,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    // What is about to be dropped is not to be put back behind that.
    guard host.historyRules(of: AppIdentity(identifier: app)).isKept else { return done(nil) }
    do throws(ServiceError) {
      let snapshot = try store.snapshot()
      var stored: [(key: String, records: ChoiceRecords)] = []
      snapshot.forEachChoice(of: [app]) { _, item in
        guard let records = item.choiceRecords, !records.searches.isEmpty else { return }
        stored.append((item.uniqueIdentifier, records))
      }
      let (operations, count) = rewriting(stored, of: app, in: store, snapshot) { _, texts in
        change(app, &texts)
      }
      total.add(count)
      guard !operations.isEmpty else { return done(nil) }
      store.submit(
        Batch(scope: .engagement(of: app), operations: operations), completion: done)
    } catch {
      done(error)
    }
  }
}

extension Engagement {
  /// Takes texts out of what is known in memory.
  ///
  /// - Parameters:
  ///   - app: Of whose things; `nil` for everybody's.
  ///   - isForgotten: Which texts.
  func forgetSearches(of app: String?, where isForgotten: (SearchTexts.Entry) -> Bool) {
    for thing in known?.things.values ?? [:].values {
      guard app == nil || thing.entity.app == app else { continue }
      var records = thing.records
      guard records.searches.remove(where: isForgotten) > 0 else { continue }
      note(records.isEmpty ? nil : records, of: thing.entity)
    }
  }
}
