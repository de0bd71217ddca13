internal import FresnelEngine
package import FresnelModel
internal import FresnelPlatform
package import SpotlightWire

/// An index, as those who look after the service see it.
package struct IndexReport: Hashable, Sendable {
  /// Whose it is, and its name.
  package var scope: IndexScope
  /// The class of the store that holds it.
  package var protection: ProtectionClass
  /// Its items.
  package var itemCount: Int
  /// The bytes of its items.
  package var itemByteCount: Int

  /// Makes a report.
  package init(
    scope: IndexScope, protection: ProtectionClass, itemCount: Int, itemByteCount: Int
  ) {
    self.scope = scope
    self.protection = protection
    self.itemCount = itemCount
    self.itemByteCount = itemByteCount
  }
}

extension ServiceCore {
  /// The indexes of all apps, in order. A store whose key cannot be had now, as before the first login, has none.
  ///
  /// - Throws: ``ServiceError`` when a store cannot be read: that it has nothing would be wrong.
  /// - Complexity: That of ``report()``.
  package func indexes() throws(ServiceError) -> [IndexReport] {
    let (indexes, problems) = readableIndexes()
    if let problem = problems.first { throw problem.failure }
    return indexes
  }

  /// The indexes of all apps in the stores that can be read now. For who shows them; who decides by what is stored
  /// asks for ``indexes()``.
  ///
  /// - Returns: The indexes, in order, and the classes that cannot be read.
  /// - Complexity: That of ``report()``.
  package func readableIndexes() -> (indexes: [IndexReport], problems: [ClassProblem]) {
    var indexes: [IndexReport] = []
    var problems: [ClassProblem] = []
    for store in stores where store.key.isThere {
      do throws(ServiceError) {
        for entry in try store.snapshot().scopes() where !ScopeName.isInternal(entry.scope) {
          indexes.append(
            IndexReport(
              scope: entry.scope, protection: store.protection, itemCount: entry.itemCount,
              itemByteCount: entry.itemByteCount))
        }
      } catch {
        problems.append(ClassProblem(store.protection, error))
      }
    }
    return (indexes.sorted { $0.scope < $1.scope }, problems)
  }

  /// The indexes of the stores that apps keep themselves, as far as they can be read; an index may be in several. It
  /// may wait a moment for them.
  package var embeddedIndexes: [IndexReport] {
    guard let embeddedStores else { return [] }
    return embeddedStores.snapshots().flatMap { app, snapshot in
      snapshot.scopes().filter { !ScopeName.isInternal($0.scope) }.map { entry in
        IndexReport(
          scope: IndexScope(app: app.identifier, index: entry.scope.index),
          protection: ProtectionClass.none, itemCount: entry.itemCount,
          itemByteCount: entry.itemByteCount)
      }
    }
  }

  /// The classes of the core that have a store whose key cannot be had now. It looks at the disk.
  package var classesWithoutKey: [ClassProblem] {
    stores.compactMap { store in
      do throws(ServiceError) {
        _ = try store.key.get()
        return nil
      } catch {
        return FileSystem.exists(store.directory) ? ClassProblem(store.protection, error) : nil
      }
    }
  }

  /// Whether the store of a class that another process serves held nothing when that was last noted, so that nothing
  /// of it is missed while it cannot be read. It looks at the disk.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - options: Those of the core that serves it.
  /// - Returns: Whether that is known.
  package static func isNotedEmpty(
    _ protection: ProtectionClass, _ options: CoreOptions
  ) -> Bool {
    guard let path = options.positionsPath else { return false }
    return StorePositions(
      path: path, machine: options.machineIdentifier, storage: options.storage, log: { _ in }
    ).isNotedEmpty(protection)
  }

  /// The apps that have opened indexes of a class that is served elsewhere; `nil` where that is not known, as the
  /// metadata log cannot be read or part of it was lost.
  package func appsWithIndexes(of protection: ProtectionClass) -> Set<String>? {
    guard let key = try? home.key.get(), (try? home.metadataLog.open(key: key)) != nil else {
      return nil
    }
    let metadataLog = home.metadataLog.state
    guard metadataLog[.losses, MetadataLoss.indexes] == nil else { return nil }
    return Set(
      metadataLog[.indexes].keys.compactMap { IndexScope(metadataKey: $0) }.filter {
        metadataLog.index($0)?.protection == protection
      }.map(\.app))
  }
}
