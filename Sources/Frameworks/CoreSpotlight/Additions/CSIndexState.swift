public import Foundation
internal import SpotlightClient
internal import SpotlightWire

/// What an index holds, for an app that asks whether it is still what it put there.
///
/// An addition to Core Spotlight.
public struct CSIndexState: Hashable, Sendable {
  /// The client state of the last batch that was applied; `nil` when there never was one.
  public let clientState: Data?
  /// The number of items.
  public let itemCount: Int
  /// The bytes of the items.
  public let byteCount: Int
  /// What the items are, if it was asked for; equal to the digest of the same items that the app makes
  /// itself.
  public let digest: SearchableIndexDigest?

  init(_ description: IndexDescription) {
    clientState = description.clientState.map { Data($0) }
    itemCount = Int(clamping: description.itemCount)
    byteCount = Int(clamping: description.byteCount)
    digest = description.digest.map { SearchableIndexDigest($0) }
  }
}

extension CSSearchableIndex {
  /// Tells what the index holds after the changes made before this call.
  ///
  /// An addition to Core Spotlight.
  ///
  /// - Parameter includingDigest: Whether to make a digest of all items, which takes time in proportion
  ///   to them.
  /// - Returns: What the index holds.
  /// - Throws: ``CSIndexError``.
  public nonisolated(nonsending) func fetchIndexState(
    includingDigest: Bool
  ) async throws -> CSIndexState {
    try await withCheckedThrowingContinuation { continuation in
      index.describe(withDigest: includingDigest) { description in
        continuation.resume(
          with: description.map { CSIndexState($0) }.mapError { CSIndexError($0) })
      }
    }
  }
}
