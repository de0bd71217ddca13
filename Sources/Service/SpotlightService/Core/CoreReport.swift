package import SpotlightWire
internal import FresnelEngine
internal import FresnelModel

/// What a core tells of itself, for who looks after it.
package struct CoreReport: Hashable, Sendable {
  /// Whether a store can be used.
  package enum StoreState: Hashable, Sendable {
    /// It can.
    case open
    /// Its key has not come yet.
    case awaitsKey
    /// It cannot be opened, for this reason.
    case failed(String)
  }

  /// One store.
  package struct Store: Hashable, Sendable {
    /// The classes whose items it holds, in order.
    package var classes: [ProtectionClass]
    /// Its directory.
    package var directory: String
    /// Whether it can be used.
    package var state: StoreState
    /// Its items.
    package var itemCount = 0
    /// The bytes of its items.
    package var itemByteCount = 0
    /// The bytes of its files, that of the journal's frames included.
    package var fileByteCount = 0
    /// That its disk is full, and what to do, in one sentence; `nil` when it is not.
    package var fullDiskSentence: String?
  }

  /// One app.
  package struct App: Hashable, Sendable {
    /// The app.
    package var identity: AppIdentity
    /// Its items in all stores.
    package var itemCount = 0
    /// The bytes of its items.
    package var itemByteCount = 0
    /// How many of them are hidden until it is opened, as records about its indexes are lost.
    package var hiddenItemCount = 0
    /// Its indexes.
    package var indexCount = 0
    /// Its connections.
    package var connectionCount = 0
    /// What it was asked and has not done yet.
    package var owedCount = 0
    /// About how many seconds of processor time its indexing took in the last minute.
    package var recentCost = 0.0
    /// Why its indexing is slowed down.
    package var throttle: ThrottleReason?
  }

  /// The stores.
  package var stores: [Store] = []
  /// The apps that have items or are connected, in order of their identifiers.
  package var apps: [App] = []
  /// The searches that go on.
  package var liveSearchCount = 0
}

extension ServiceCore {
  /// Tells how things are. Stores that are not open are opened.
  ///
  /// - Complexity: O(*n*) in the number of items of segments from which items were deleted; it blocks
  ///   meanwhile.
  package func report() -> CoreReport {
    var report = CoreReport()
    var apps: [String: CoreReport.App] = [:]
    func update(_ app: String, _ body: (inout CoreReport.App) -> Void) {
      body(&apps[app, default: CoreReport.App(identity: AppIdentity(identifier: app))])
    }
    for store in stores {
      var entry = CoreReport.Store(
        classes: store.classes.sorted { $0.rawValue < $1.rawValue }, directory: store.directory,
        state: .open)
      do throws(ServiceError) {
        let opened = try store.openWriter()
        let statistics = opened.statistics()
        for scope in statistics.scopes where !ScopeName.isInternal(scope.scope) {
          entry.itemCount += scope.itemCount
          entry.itemByteCount += scope.itemByteCount
          update(scope.scope.app) { app in
            app.itemCount += scope.itemCount
            app.itemByteCount += scope.itemByteCount
            app.indexCount += 1
          }
        }
        do throws(StoreError) {
          entry.fileByteCount = Int(clamping: try opened.diskByteCount())
        } catch {
          throw ServiceError(error)
        }
        for (scope, count) in try store.snapshot().hiddenItemCounts(store.metadataLog.state) {
          update(scope.app) { $0.hiddenItemCount += count }
        }
        for key in store.metadataLog.state[.owedCallbacks].keys {
          if let scope = OwedCallback.scope(ofKey: key) { update(scope.app) { $0.owedCount += 1 } }
        }
      } catch {
        entry.state = store.key.isKnown ? .failed(error.message) : .awaitsKey
      }
      entry.fullDiskSentence = store.fullDiskSentence
      report.stores.append(entry)
    }
    for session in sessions.all {
      update(session.peer.app.identifier) { $0.connectionCount += 1 }
    }
    let (reasons, costs) = governor.report
    for (app, cost) in costs { update(app) { $0.recentCost = cost } }
    for (app, reason) in reasons { update(app) { $0.throttle = reason } }
    report.apps = apps.values.sorted { $0.identity.identifier < $1.identity.identifier }
    report.liveSearchCount = live.count
    return report
  }
}
