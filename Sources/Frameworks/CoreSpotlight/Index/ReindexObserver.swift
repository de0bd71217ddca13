internal import Foundation
internal import SpotlightService

/// Keeps an index's delegate without keeping it alive, and passes requests on to it.
final class ReindexObserver: @unchecked Sendable {
  // Sendable: the lock guards the only stored property.
  private let lock = NSLock()
  private weak var guarded: (any CSSearchableIndexDelegate)?

  var delegate: (any CSSearchableIndexDelegate)? {
    get { lock.withLock { guarded } }
    set { lock.withLock { guarded = newValue } }
  }

  /// Has the delegate asked to index everything again if the index needs it.
  func watch(_ index: AppIndex, for searchableIndex: CSSearchableIndex) {
    index.requestReindexIfNeeded { [weak self, weak searchableIndex] acknowledge in
      guard let searchableIndex, let delegate = self?.delegate else { return false }
      delegate.searchableIndex(
        searchableIndex, reindexAllSearchableItemsWithAcknowledgementHandler: acknowledge)
      return true
    }
  }
}
