internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

// What apps have, as far as it counts.

extension Quota {
  /// Counts what an app has.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - batch: A batch to be gathered aside, which counts too.
  ///   - scope: An index that does not count.
  ///   - core: Whose stores are counted.
  /// - Returns: What is there, and what is under way.
  func count(
    _ app: String, gathering batch: Batch? = nil, besides scope: IndexScope? = nil,
    _ core: ServiceCore
  ) -> Usage {
    var entry = apps.withLock { $0[app] } ?? App()
    if let batch { entry.add(Self.size(of: batch), of: batch.scope) }
    var usage = entry.underWay
    var sizes: [String: Usage] = [:]
    for store in core.stores where store.key.isKnown {
      guard let snapshot = try? store.snapshot() else { continue }
      let dropped = store.staging.withLock { $0.dropped }
      for known in snapshot.scopes() where known.scope.app == app {
        // What is kept about the person is not the app's.
        if known.scope == scope || known.scope.isAboutPerson || dropped.contains(known.scope) {
          continue
        }
        let size = Usage(itemCount: known.itemCount, byteCount: known.itemByteCount)
        if ScopeName.replaced(by: known.scope) != nil {
          entry.add(size, of: known.scope)
        } else {
          usage = usage + size
          sizes[known.scope.index, default: Usage()] = size + (sizes[known.scope.index] ?? Usage())
        }
      }
    }
    for (index, size) in entry.gathered {
      usage = usage + (size - (sizes[index] ?? Usage())).growth
    }
    return usage
  }

  /// What a batch puts.
  static func size(of batch: Batch) -> Usage {
    let size = batch.putSize
    return Usage(itemCount: size.items, byteCount: size.bytes)
  }

  /// By how much a batch makes its index grow: items that it has already count by what they grow.
  func growth(
    of batch: Batch, _ core: ServiceCore
  ) throws(ServiceError) -> Usage {
    let store = core.stores.first { $0.key.isKnown && $0.holds(batch.scope) }
    let growth = BatchGrowth(of: batch, in: try store?.snapshot())
    return Usage(itemCount: growth.itemCount, byteCount: growth.byteCount)
  }
}

extension ClassStore {
  /// Whether the store has an index.
  func holds(_ scope: IndexScope) -> Bool { (try? snapshot().knows(scope)) ?? false }
}
