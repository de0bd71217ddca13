internal import Dispatch
internal import FresnelModel
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

// How many items there are, as far as that can be told now.

extension DaemonContext {
  /// How many items each app has in the stores of the daemon's own process.
  ///
  /// - Throws: ``ServiceError`` when a store cannot be read.
  func itemCounts() throws(ServiceError) -> [String: Int] {
    try core.indexes().reduce(into: [:]) { $0[$1.scope.app, default: 0] += $1.itemCount }
  }

  /// How many items apps have under some names, in all classes.
  ///
  /// A name that has indexes in a class that cannot be read now is there even without items elsewhere. Where it is not
  /// known which names have any, that is said. It waits for the processes of the classes.
  ///
  /// - Throws: ``ServiceError`` when a store of the daemon's own process cannot be read.
  func itemCounts(of names: Set<String>) throws(ServiceError) -> KeptItems {
    var kept = KeptItems(
      counts: try itemCounts().filter { names.contains($0.key) && $0.value > 0 })
    for (protection, answer) in lockableIndexes() {
      switch answer {
      case .success(let indexes):
        for index in indexes where names.contains(index.scope.app) && index.itemCount > 0 {
          kept.counts[index.scope.app, default: 0] += index.itemCount
        }
      case .failure:
        kept.isWhole = false
        guard let known = core.appsWithIndexes(of: protection) else {
          kept.knowsNames = false
          continue
        }
        for name in known where names.contains(name) { kept.counts[name, default: 0] += 0 }
      }
    }
    return kept
  }

  /// The indexes of each lockable class, or why they cannot be told now. It waits for the processes of the classes.
  func lockableIndexes() -> [(protection: ProtectionClass, answer: LockableIndexes)] {
    ProtectionClass.allCases.filter(\.isLockable).map { protection in
      let isDone = DispatchSemaphore(value: 0)
      let answer = Mutex<LockableIndexes>(.success([]))
      workers.listIndexes(in: protection) { result in
        answer.withLock { $0 = result }
        isDone.signal()
      }
      isDone.wait()
      return (protection, answer.withLock(\.self))
    }
  }

  /// What the process of a class tells of its indexes.
  typealias LockableIndexes = Result<[IndexReport], ServiceError>
}

/// What is kept under some names.
struct KeptItems {
  /// How many items there are under each name, as far as they can be counted now.
  var counts: [String: Int]
  /// Whether all classes could be read.
  var isWhole = true
  /// Whether it is known which names have indexes in the classes that could not be read.
  var knowsNames = true
}
