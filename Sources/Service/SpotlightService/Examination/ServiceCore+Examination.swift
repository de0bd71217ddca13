internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

extension ServiceCore {
  /// Looks at everything that is kept for an app, or for all.
  ///
  /// Several apps' items lie in one file. When such a file is damaged, mending all of the store sets the file
  /// aside and asks the apps that had items in it, and no others. Mending one app leaves the file where it is:
  /// this app alone is asked for everything again, and what it indexes lies in other files.
  ///
  /// - Parameters:
  ///   - app: The app; `nil` for all, and for the stores' files themselves.
  ///   - mends: Whether to mend what is found.
  /// - Returns: What was found, and whether it was mended.
  /// - Complexity: O(*n*) in the bytes of the stores: every checksum is verified. It blocks meanwhile.
  package func examine(_ app: AppIdentity?, mends: Bool) -> [ServiceFinding] {
    var findings: [ServiceFinding] = []
    for store in stores {
      if let sentence = store.fullDiskSentence {
        findings.append(ServiceFinding(.diskFull, .error, in: store.protection, sentence))
      }
      do throws(ServiceError) {
        if store.key.isThere { try store.keptKey.check() }
        let opened = try store.openWriter()
        var examination = StoreExamination(store, opened, of: app, mends: mends)
        // What was found is told also where the rest could not be looked at or mended.
        defer { findings += examination.findings }
        try examination.run()
      } catch {
        findings.append(unavailable(store, error, of: app, mends: mends))
      }
    }
    // Nothing that the person was told of is said to be missing any more.
    if mends { live.runAll() }
    // Looked at after the stores: what mending notes of them is how far they have come with it. Where none of them can
    // be opened either, that is what is to be mended.
    if app == nil, stores.contains(where: { $0.openedWriter != nil }),
      let finding = examinePositions(mends: mends)
    {
      findings.append(finding)
    }
    if mends, !findings.isEmpty { reindexing.askAgain(app?.identifier) }
    findings += quotaFindings(app)
    findings += missingOwnStores.filter { app == nil || $0.app == app?.identifier }
    findings += (unreadableEmbeddedStores + embeddedStoresWithLosses).filter {
      app == nil || $0.app == nil || $0.app == app?.identifier
    }
    return findings
  }

  /// That a store cannot be opened. What nobody can open, as its key is another, is set aside where that is asked for.
  private func unavailable(
    _ store: ClassStore, _ error: ServiceError, of app: AppIdentity?, mends: Bool
  ) -> ServiceFinding {
    var finding = ServiceFinding(
      .storeUnavailable, .error, in: store.protection,
      store.key.isKnown ? error.message : "The key of the protection class has not come yet.")
    guard store.key.isThere, let parts = store.foreignParts() else { return finding }
    finding.message +=
      " Put back the keys that belong to it from a backup, or run fresnel doctor --mend, which sets it aside and "
      + "begins anew."
    finding.isMendable = app == nil
    guard mends, app == nil else { return finding }
    do throws(ServiceError) {
      let places = try store.setAside(parts)
      _ = try store.openWriter()
      finding.message =
        error.message + " It is kept as \(places.joined(separator: " and "));"
        + " apps have to index their items again."
      finding.isMended = true
    } catch {
      finding.message += " That failed: \(error.message)"
    }
    return finding
  }

  /// The stores that apps keep themselves and that cannot be read. It may wait a moment for them.
  package var unreadableEmbeddedStores: [ServiceFinding] {
    guard let embeddedStores else { return [] }
    _ = embeddedStores.snapshots()
    return embeddedStores.problems.map { problem in
      ServiceFinding(
        .appStoreUnreadable, .warning, app: problem.app?.identifier, in: .none, problem.message)
    }
  }

  /// The apps whose own stores can be read and lost items. It may wait a moment for them.
  package var embeddedStoresWithLosses: [ServiceFinding] {
    guard let embeddedStores else { return [] }
    return embeddedStores.contents().appsWithLosses.map(\.identifier).sorted().map { app in
      var finding = ServiceFinding(
        .itemsMissing, .warning, app: app, in: .none,
        "The store that the app keeps itself lost items; open the app, which indexes them again.")
      finding.isMendable = false
      return finding
    }
  }

  /// The apps whose items may be missing from stores that can be read, as part of them was lost, or are hidden. It may
  /// wait for the disk.
  package var appsWithLosses: [ServiceFinding] {
    stores.flatMap { store -> [ServiceFinding] in
      guard store.key.isThere, let snapshot = try? store.snapshot() else { return [] }
      let losses = snapshot.losses(store.metadataLog.state)
      let apps = Set(losses.scopes.map(\.app)).sorted().map { app in
        ServiceFinding(
          .itemsMissing, .warning, app: app, in: store.protection,
          StoreExamination.lossSentence(of: app, isDoubtful: losses.isDoubtful))
      }
      let unknown = losses.hasUnknown ? [StoreExamination.unknownLoss(in: store.protection)] : []
      return hidden(in: store, snapshot) + apps + unknown
    }
  }

  /// The items that are hidden in a store, one finding for each app.
  private func hidden(in store: ClassStore, _ snapshot: Snapshot) -> [ServiceFinding] {
    var counts: [String: Int] = [:]
    for (scope, count) in snapshot.hiddenItemCounts(store.metadataLog.state) {
      counts[scope.app, default: 0] += count
    }
    return counts.sorted { $0.key < $1.key }.map { app, count in
      var finding = ServiceFinding(
        .itemsHidden, .warning, app: app, in: store.protection,
        StoreExamination.hiddenSentence(count))
      finding.itemCount = count
      return finding
    }
  }

  private func quotaFindings(_ app: AppIdentity?) -> [ServiceFinding] {
    var findings: [ServiceFinding] = []
    for entry in report().apps where app == nil || entry.identity == app {
      let allowance = host.allowance(of: entry.identity)
      guard entry.itemCount >= allowance.itemCount || entry.itemByteCount >= allowance.byteCount
      else { continue }
      findings.append(
        ServiceFinding(
          .quotaReached, .error, app: entry.identity.identifier, in: home.protection,
          "The app stores all that it may: \(UsageText.items(entry.itemCount)) of "
            + "\(UsageText.items(allowance.itemCount)), and \(UsageText.bytes(entry.itemByteCount)) of "
            + "\(UsageText.bytes(allowance.byteCount)). Have it delete some, or raise the limit."))
    }
    return findings
  }
}
