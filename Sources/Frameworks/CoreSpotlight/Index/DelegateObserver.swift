internal import Foundation
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// Passes what the service asks about an index on to the index's delegate, which it does not keep
/// alive.
final class DelegateObserver: CallbackTarget, @unchecked Sendable {
  // Sendable: the lock guards both stored properties.
  private let lock = NSLock()
  private weak var guardedDelegate: (any CSSearchableIndexDelegate)?
  private weak var guardedIndex: CSSearchableIndex?

  var delegate: (any CSSearchableIndexDelegate)? {
    lock.withLock { guardedDelegate }
  }

  /// Has a delegate asked from now on.
  ///
  /// - Parameters:
  ///   - delegate: The delegate; `nil` for nobody.
  ///   - searchableIndex: The index as the delegate knows it.
  func use(_ delegate: (any CSSearchableIndexDelegate)?, for searchableIndex: CSSearchableIndex) {
    lock.withLock {
      guardedDelegate = delegate
      guardedIndex = searchableIndex
    }
    if delegate != nil {
      searchableIndex.index.add(self, answering: .all)
    } else {
      searchableIndex.index.remove(self)
    }
  }

  /// Who is to be asked; `nil` when one of them is gone.
  private var asked: (delegate: any CSSearchableIndexDelegate, index: CSSearchableIndex)? {
    lock.withLock {
      guard let delegate = guardedDelegate, let index = guardedIndex else { return nil }
      return (delegate, index)
    }
  }

  private static let gone = ServiceError(.unsupported, "The index has no delegate any more.")

  // MARK: - What the service asks

  func reindexAll(_ completion: @escaping @Sendable (ServiceError?) -> Void) {
    guard let asked else { return completion(Self.gone) }
    asked.delegate.searchableIndex(
      asked.index, reindexAllSearchableItemsWithAcknowledgementHandler: { completion(nil) })
  }

  func reindexItems(
    _ identifiers: [String], _ completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard let asked else { return completion(Self.gone) }
    asked.delegate.searchableIndex(
      asked.index, reindexSearchableItemsWithIdentifiers: identifiers,
      acknowledgementHandler: { completion(nil) })
  }

  func provideData(
    of item: String, as contentType: String,
    _ completion: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void
  ) {
    completion(
      provide { delegate, index in
        [UInt8](
          try delegate.data(for: index, itemIdentifier: item, typeIdentifier: contentType))
      })
  }

  func provideFile(
    of item: String, as contentType: String, inPlace: Bool,
    _ completion: @escaping @Sendable (Result<String, ServiceError>) -> Void
  ) {
    completion(
      provide { delegate, index in
        try delegate.fileURL(
          for: index, itemIdentifier: item, typeIdentifier: contentType, inPlace: inPlace
        ).path
      })
  }

  private func provide<Value>(
    _ body: (any CSSearchableIndexDelegate, CSSearchableIndex) throws -> Value
  ) -> Result<Value, ServiceError> {
    guard let asked else { return .failure(Self.gone) }
    do {
      return .success(try body(asked.delegate, asked.index))
    } catch let error as CocoaError where error.code == .featureUnsupported {
      return .failure(ServiceError(.unsupported, "The index's delegate provides none."))
    } catch {
      return .failure(ServiceError(.providerFailed, error.localizedDescription))
    }
  }

  func provideItems(
    _ identifiers: [String],
    _ completion: @escaping @Sendable (Result<[Item], ServiceError>) -> Void
  ) {
    guard let asked else { return completion(.failure(Self.gone)) }
    asked.delegate.searchableItems(forIdentifiers: identifiers) { items in
      completion(CSSearchableItem.models(of: items, indexedAt: Date()))
    }
  }

  func throttle(isBeginning: Bool) {
    guard let asked else { return }
    if isBeginning {
      asked.delegate.searchableIndexDidThrottle(asked.index)
    } else {
      asked.delegate.searchableIndexDidFinishThrottle(asked.index)
    }
  }
}
