internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension ServiceCore {
  /// What a client may see of some stores now, and of the stores that apps keep themselves.
  ///
  /// - Parameters:
  ///   - visibility: What it may see.
  ///   - stores: The stores.
  ///   - freshness: Whether what was acknowledged a moment ago has to be there.
  ///   - missing: Told which stores that cannot be read now are left out. The failure is thrown where nothing could
  ///     be read at all.
  /// - Returns: What it sees.
  /// - Throws: ``ServiceError`` when none of the stores can be read.
  func visibleStores(
    _ visibility: Visibility, in stores: [ClassStore], _ freshness: Freshness = .acknowledged,
    missing: inout MissingStores
  ) throws(ServiceError) -> [VisibleStore] {
    let visible = readableStores(visibility, in: stores, freshness, missing: &missing)
    if let first = missing.classes.first, missing.classes.count == stores.count {
      throw first.failure
    }
    return visible
  }

  /// What a client may see of the stores that can be read now, be it nothing.
  ///
  /// - Parameters:
  ///   - visibility: What it may see.
  ///   - stores: The stores.
  ///   - freshness: Whether what was acknowledged a moment ago has to be there.
  ///   - missing: Told which stores are left out, and why.
  /// - Returns: What it sees.
  func readableStores(
    _ visibility: Visibility, in stores: [ClassStore], _ freshness: Freshness = .acknowledged,
    missing: inout MissingStores
  ) -> [VisibleStore] {
    let hidden = visibility.hiddenApps()
    if let app = visibility.ownApp { missing.ownStore = ownStoreOmission(of: app) }
    guard let embeddedStores, visibility.includesEmbeddedStores else {
      let visible = readableCoreStores(
        visibility, in: stores, freshness, hiding: hidden, missing: &missing)
      // The metadata log is read when its store is first opened.
      if missing.ownStore == nil, let app = visibility.ownApp {
        missing.ownStore = ownStoreOmission(of: app)
      }
      return visible
    }
    let isVisible = visibility.appTest(hiding: hidden)
    // A store that is taken over between the two looks would be in neither, or in both.
    var attempt = 0
    while true {
      attempt += 1
      let contents = embeddedStores.contents()
      var found = missing
      var visible = readableCoreStores(
        visibility, in: stores, freshness, hiding: hidden, missing: &found)
      let isSettled = embeddedStores.takeOverCount == contents.takeOverCount
      guard isSettled || attempt == Self.mostAttempts else { continue }
      let (ofCore, metadataLog) = (visible, home.metadataLog.state)
      for (app, snapshot) in contents.snapshots where isVisible(app) {
        let filter = visibility.filter(inEmbeddedStore: app, snapshot)
        let newer = NewerItems(of: app, metadataLog, in: ofCore)
        visible.append(VisibleStore(embeddedStore: app, snapshot, filter, newer: newer))
      }
      found.embeddedStores = contents.problems.filter { $0.app.map(isVisible) ?? true }
      if contents.appsWithLosses.contains(where: isVisible) { found.hasLosses = true }
      if !isSettled {
        found.embeddedStores.append(
          EmbeddedStoreProblem(app: nil, reason: "Some are being taken over."))
      }
      missing = found
      return visible
    }
  }

  /// So often stores are looked at while others are taken over. One take-over disturbs three looks
  /// at most, and hardly ever more than one.
  private static let mostAttempts = 4

  /// What an app is told of whose items the core's own store has lost some, and what ends that: nobody answers for an
  /// app without a delegate.
  private static let lossSentence =
    "Items of the app may be lost, until it has indexed all again as it was asked, empties or replaces the index, or "
    + "fresnel doctor --mend is run."

  /// What a client may see of the core's own stores that can be read now.
  private func readableCoreStores(
    _ visibility: Visibility, in stores: [ClassStore], _ freshness: Freshness,
    hiding hidden: Set<String>, missing: inout MissingStores
  ) -> [VisibleStore] {
    var visible: [VisibleStore] = []
    for store in stores {
      do throws(ServiceError) {
        let snapshot = try store.snapshot(freshness)
        let metadataLog = store.metadataLog.state
        let doubtful = metadataLog.doubtfulIndexes(among: snapshot.knownScopes)
        let filter = visibility.filter(
          of: snapshot, metadataLog, doubtful: doubtful, hiding: hidden)
        visible.append(VisibleStore(store, snapshot, filter, marks: metadataLog.marks))
        let losses = snapshot.losses(metadataLog, doubtful: doubtful)
        guard let app = visibility.ownApp else {
          if visibility.mayMiss(losses, hiding: hidden) { missing.hasLosses = true }
          continue
        }
        guard mayLackItems(of: app, losses, snapshot, in: store) else { continue }
        missing.hasLosses = true
        // A store that may just be an older copy of itself is told of where people look.
        guard store.metadataLog.isDurable, !losses.isDoubtful else { continue }
        missing.ownStore = missing.ownStore ?? Self.lossSentence
      } catch {
        missing.classes.append(ClassProblem(store.protection, error))
      }
    }
    if visibility.mayMissClosedClasses { missing.closedClasses = host.closedClasses() }
    return visible
  }
}

extension ServiceCore {
  /// Runs something once it is known of all stores whether there is a key.
  package func whenKeysAreKnown(_ body: @escaping @Sendable () -> Void) {
    whenKeysAreKnown(of: stores[...], body)
  }

  /// Runs something once it is known of some stores whether there is a key.
  func whenKeysAreKnown(
    of stores: ArraySlice<ClassStore>, _ body: @escaping @Sendable () -> Void
  ) {
    guard let first = stores.first else { return body() }
    first.key.whenKnown { [self] in whenKeysAreKnown(of: stores.dropFirst(), body) }
  }
}
