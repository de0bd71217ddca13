public import Foundation
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// A short value by which an app finds out whether an index holds the items that it should: the same items
/// give the same digest, in whichever order they came.
///
/// Expiration dates do not count. An item that was changed by a partial update counts as it is after the
/// update.
///
/// An addition to Core Spotlight.
public struct SearchableIndexDigest: Hashable, Sendable {
  private var sum = ItemDigestSum()
  /// The digest that the service made, which nothing is added to.
  private var received: [UInt8]?

  /// Makes the digest of no items.
  public init() {}

  init(_ digest: IndexDigest) {
    received = digest.bytes
  }

  /// Adds an item, as it is indexed whole.
  ///
  /// - Throws: ``CSIndexError`` with ``CSIndexError/Code/invalidItemError`` for an item that could not be
  ///   indexed.
  public mutating func insert(_ item: CSSearchableItem) throws {
    do throws(ServiceError) {
      var model = try item.modelItem(indexedAt: Date()).get()
      model.isUpdate = false
      sum.add(try IndexChange.encode(model))
    } catch {
      throw CSIndexError(error)
    }
  }

  /// The digest: 32 bytes.
  public var bytes: Data { Data(received ?? sum.bytes) }

  /// Whether two digests are of the same items.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}
