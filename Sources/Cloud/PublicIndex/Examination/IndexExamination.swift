internal import Dispatch
package import FresnelEngine
internal import FresnelStorage

/// Looks for damage in the public index by reading its files whole.
///
/// Searches find damage only where they read. So the crawl examines the index when it begins and has what is damaged
/// written anew (``mend()``), and the service, which may not write, examines it to tell of damage before a search meets
/// with it (``look(isCancelled:)``).
package struct IndexExamination: Sendable {
  /// A file of the index that is damaged.
  package struct Damage: Hashable, Sendable {
    /// The name of the file in the directory of the index.
    package let file: String
    /// What is wrong with it, in one sentence that may name its path.
    package let explanation: String
  }

  /// How many times as long as it read a look that changes nothing then rests, so that searches have the disk and the
  /// processors most of the time.
  private static let restFactor = 3

  private let store: Store

  /// Makes an examination of a store.
  ///
  /// - Parameter store: The store; ``mend()`` needs one that may be written.
  package init(of store: Store) {
    self.store = store
  }

  /// Reads every file of the index whole. Of a damaged one the pages that can be read are written anew; the next
  /// ``PublicIndexUpdate`` puts those that can't.
  ///
  /// A search leaves out the files in which it meets with damage, and an update compares the pages that it can read: so
  /// damage to what finds them would stay for good. The crawl keeps what it read of each page, so nothing is lost.
  ///
  /// - Returns: How many times something was found to be damaged since the store was opened.
  /// - Complexity: O(*n*) in the bytes of the index.
  package func mend() async -> Int {
    await Self.onThreadOfItsOwn { store.recordDamagedSegments() }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      // An error says that the store was closed, after which nothing is of interest.
      store.finishExaminations { _ in done.resume() }
    }
    return store.loss.damages.count
  }

  /// Reads every file of the index whole and changes nothing. It rests most of the time, so it takes a few seconds for
  /// each gigabyte.
  ///
  /// - Parameter isCancelled: Asked several times for each megabyte; when it returns true, the look ends.
  /// - Returns: What is damaged, each file once, in the order of their names; `nil` where it was cancelled.
  /// - Complexity: O(*n*) in the bytes of the index.
  package func look(isCancelled: @escaping @Sendable () -> Bool = { false }) async -> [Damage]? {
    await Self.onThreadOfItsOwn {
      var start = ContinuousClock.now
      let never = DispatchSemaphore(value: 0)
      let damages = store.damages {
        let rest = (ContinuousClock.now - start) * Self.restFactor
        _ = never.wait(timeout: .now() + rest / .seconds(1))
        start = .now
        return !isCancelled()
      }
      return damages.map(Self.damages)
    }
  }

  /// What the store has found so far, without reading anything.
  package var knownDamages: [Damage] { Self.damages(store.loss.damages) }

  private static func damages(_ places: [LossReport.Damage]) -> [Damage] {
    var known: [String: Damage] = [:]
    for place in places {
      let file = String(place.path.split(separator: "/").last ?? "")
      known[file] = known[file] ?? Damage(file: file, explanation: place.explanation)
    }
    return known.values.sorted { $0.file < $1.file }
  }

  /// Examinations take as long as the index is large, and none of the threads that tasks share.
  private static func onThreadOfItsOwn<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { done in
      DispatchQueue.global(qos: .utility).async { done.resume(returning: work()) }
    }
  }
}
