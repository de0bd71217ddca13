internal import Dispatch
package import FresnelEngine
internal import FresnelStorage

/// Looks for damage in the public index, and has what is damaged written anew.
///
/// A search leaves out the files in which it meets with damage, and an update compares the pages that it can read: so
/// damage to what finds them would stay for good. The crawl keeps what it read of each page, so nothing is lost.
package struct IndexExamination: Sendable {
  private let store: Store

  /// Makes an examination of a store that may be written.
  ///
  /// - Parameter store: The store.
  package init(of store: Store) {
    self.store = store
  }

  /// Reads every file of the index whole. Of a damaged one the pages that can be read are written anew; the next
  /// ``PublicIndexUpdate`` puts those that can't.
  ///
  /// - Returns: How many times something was found to be damaged since the store was opened.
  /// - Complexity: O(*n*) in the bytes of the index.
  package func run() async -> Int {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      // It takes as long as the index is large, and none of the threads that tasks share.
      DispatchQueue.global(qos: .utility).async {
        store.recordDamagedSegments()
        done.resume()
      }
    }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      // An error says that the store was closed, after which nothing is of interest.
      store.finishExaminations { _ in done.resume() }
    }
    return store.loss.damages.count
  }
}
