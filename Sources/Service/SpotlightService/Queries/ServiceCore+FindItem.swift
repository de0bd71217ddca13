internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

// What the host of a core needs to get content of an item from its app.

extension ServiceCore {
  /// The client of an app that takes requests of a sort for one of its indexes, if there is one; an extension
  /// is none. Of several, the one that connected last.
  package func session(
    taking method: DelegateMethods, for index: String, of app: AppIdentity
  ) -> Session? {
    let scope = IndexScope(app: app.identifier, index: index)
    return sessions.sessions(of: app.identifier).last {
      $0.peer.role != .extension && $0.takes(method, for: scope)
    }
  }

  /// The session of an app's extension, if one runs.
  package func extensionSession(of app: AppIdentity) -> Session? {
    sessions.extensionSession(of: app)
  }

  /// The protection classes without a store in this core in which an app has indexes.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The name of the index that matters; `nil` for all.
  /// - Returns: The classes, in order.
  package func classesElsewhere(of app: AppIdentity, index: String?) -> [ProtectionClass] {
    var classes: Set<ProtectionClass> = []
    for (key, value) in home.metadataLog.state[.indexes] {
      guard let scope = IndexScope(metadataKey: key), scope.app == app.identifier,
        index.map({ $0 == scope.index }) ?? true, let record = IndexRecord(value),
        store(of: record.protection) == nil
      else { continue }
      classes.insert(record.protection)
    }
    return classes.sorted { $0.rawValue < $1.rawValue }
  }

  /// Finds an item for somebody who may see the items of all apps. Those of indexes that are private to their
  /// app, and those of apps that are gone, are not found.
  ///
  /// - Parameters:
  ///   - identifier: The item's unique identifier.
  ///   - app: Whose item it is.
  ///   - index: The name of its index; `nil` for the first in order that has such an item.
  ///   - done: Called once, on any thread, with the item; `nil` when there is none.
  package func findItem(
    _ identifier: String, of app: AppIdentity, in index: String?,
    _ done: @escaping @Sendable (Result<WireHit?, ServiceError>) -> Void
  ) {
    pool.run(for: app, isUrgent: true) { [self] in
      do throws(ServiceError) {
        let visibility = try Visibility(
          of: .surface, reach: .apps([app.identifier]), host: host)
        // What cannot be read now has nothing that could be given.
        var missing = MissingStores()
        var found: [WireHit] = []
        for store in try visibleStores(visibility, in: stores, missing: &missing) {
          for own in store.snapshot.knownScopes where store.filter.contains(own) {
            let scope = store.scope(own)
            guard scope.app == app.identifier, index.map({ $0 == scope.index }) ?? true,
              let item = store.snapshot.item(scope: own, identifier: identifier),
              !store.isOutdated(own, item)
            else { continue }
            found.append(
              WireHit(scope: scope, protection: store.protection(of: own), score: 0, item: item))
          }
        }
        done(.success(found.min { $0.scope < $1.scope }))
      } catch {
        done(.failure(error))
      }
    }
  }
}

extension Peer {
  /// The daemon itself, where it looks for others.
  fileprivate static let surface = Peer(
    app: AppIdentity(identifier: "org.fresnel.Daemon"), trust: .launched, role: .surface,
    processIdentifier: 0, program: "")
}
