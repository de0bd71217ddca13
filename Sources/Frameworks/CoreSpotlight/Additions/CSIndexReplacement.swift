public import Foundation
internal import SpotlightClient
internal import SpotlightWire

/// Items that are built aside, to be put in the place of an index or of a domain in one step.
///
/// Until ``commit(clientState:)`` returns, searches find what was there before; an app that ends in the
/// middle leaves it as it was. Changes made to the index meanwhile are lost as far as they lie in what is
/// replaced.
///
/// An addition to Core Spotlight.
public final class CSIndexReplacement: Sendable {
  private let replacement: Replacement

  init(_ replacement: Replacement) {
    self.replacement = replacement
  }

  /// Adds items to those that are built aside, or replaces those with the same identifiers.
  ///
  /// - Throws: ``CSIndexError``; with ``CSIndexError/Code/remoteConnectionError`` what was built aside
  ///   is gone, and the replacement is to be begun anew.
  public nonisolated(nonsending) func indexSearchableItems(
    _ items: [CSSearchableItem]
  ) async throws {
    let change = CSSearchableItem.models(of: items, indexedAt: Date()).map {
      IndexChange.addItems($0)
    }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      replacement.apply(change) { continuation.resume(reporting: $0) }
    }
  }

  /// Puts the items in their place.
  ///
  /// - Parameter clientState: At most 250 bytes that tell the app how far it has come; `nil` leaves the
  ///   state as it is.
  /// - Throws: ``CSIndexError``; the index is as before then.
  public nonisolated(nonsending) func commit(clientState: Data?) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      replacement.commit(clientState: clientState.map { [UInt8]($0) }) {
        continuation.resume(reporting: $0)
      }
    }
  }

  /// Drops the items. What nobody refers to any more is dropped too.
  public func abandon() {
    replacement.abandon()
  }
}

extension CSSearchableIndex {
  /// Begins to build items aside, to be put in the place of what is there in one step.
  ///
  /// An addition to Core Spotlight.
  ///
  /// - Parameter domain: What is replaced: this domain and those below it; `nil` for the whole index.
  /// - Returns: The replacement, still empty.
  /// - Throws: ``CSIndexError``.
  public nonisolated(nonsending) func replaceItems(
    inDomain domain: String?
  ) async throws -> CSIndexReplacement {
    try await withCheckedThrowingContinuation { continuation in
      index.beginReplacement(ofDomain: domain) { replacement in
        continuation.resume(
          with: replacement.map { CSIndexReplacement($0) }.mapError { CSIndexError($0) })
      }
    }
  }
}
