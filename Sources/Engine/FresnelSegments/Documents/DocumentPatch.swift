package import FresnelModel
import FresnelStorage

/// What a new version of an item has that the document of an earlier one lacks: attributes that neither
/// terms nor rows hold, and the expiry.
///
/// The document keeps its terms, its row and its static score, so nothing is analysed again.
package struct DocumentPatch: Equatable, Sendable {
  /// When the item expires; `nil` for never.
  package let expiration: Timestamp?
  /// The length of the item's encoding in bytes.
  package let itemByteCount: Int
  /// A partial update without identifiers, whose expiry is ``expiration``; `nil` when that is all that
  /// changed.
  package let changes: EncodedItem?

  /// A renewal of an item of so many bytes, with what an earlier patch changed.
  package init(expiration: Timestamp?, itemByteCount: Int, changes: EncodedItem? = nil) {
    self.expiration = expiration
    self.itemByteCount = itemByteCount
    self.changes = changes
  }

  /// What makes one item of another; `nil` when that takes more than a patch.
  ///
  /// - Parameters:
  ///   - item: The item as its segment has it.
  ///   - new: What it is to become.
  ///   - isKnownToFit: Whether what differs came of earlier patches, so that terms, row and score need
  ///     not be looked at. On the way from a later state through earlier patches to the same state,
  ///     the score may be another for a while.
  /// - Complexity: O(*b*) in the bytes of both, up to the first attribute that may not differ.
  package init?(from item: EncodedItem, to new: EncodedItem, isKnownToFit: Bool = false) {
    if new.isEqual(toRenewalOf: item) {
      self.init(expiration: new.expiration, itemByteCount: new.byteCount)
      return
    }
    let known =
      isKnownToFit
      ? try? new.changes(from: item, keepsIdentifier: false, where: { _ in true })
      : Self.changes(from: item, to: new, keepsIdentifier: false)
    guard let changes = known,
      (try? item.patched(with: changes)) == new
    else { return nil }
    self.init(
      expiration: new.expiration, itemByteCount: new.byteCount, changes: changes.withoutSpareRoom)
  }

  /// The partial update that makes one item of another and has its expiry, with the item's identifier;
  /// `nil` when a patch can't tell how they differ, or is no shorter than the item.
  ///
  /// Applied to the item as later patches left it, it makes one that has attributes of both states. So
  /// that this is no larger than an item may be, either has at most half of that.
  package static func update(from item: EncodedItem, to new: EncodedItem) -> EncodedItem? {
    guard new.attributeCount <= ItemLimits.attributeCount / 2,
      new.byteCount <= ItemLimits.itemByteCount / 2,
      let changes = changes(from: item, to: new, keepsIdentifier: true),
      changes.byteCount < new.byteCount, (try? item.patched(with: changes)) == new
    else { return nil }
    return changes
  }

  /// Whether the item has expired at a moment, in seconds since 2001.
  func isExpired(at now: Double) -> Bool {
    (expiration?.secondsSinceReferenceDate ?? .infinity) <= now
  }

  /// The item that a stored one becomes.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged`` or ``ModelError/Code/tooLarge``.
  package func applied(to item: EncodedItem) throws(ModelError) -> EncodedItem {
    if let changes { return try item.patched(with: changes) }
    return try EncodedItem(opening: item.renewed(until: expiration))
  }

  // MARK: - What a patch may change

  private static func changes(
    from item: EncodedItem, to new: EncodedItem, keepsIdentifier: Bool
  ) -> EncodedItem? {
    var mayScoreChange = false
    let changes = try? new.changes(from: item, keepsIdentifier: keepsIdentifier) {
      attribute throws(ModelError) in
      if case .builtIn(let id) = attribute.key, StaticScore.attributes.contains(id) {
        mayScoreChange = true
      }
      return try isOutsideTermsAndRows(attribute)
    }
    guard let changes else { return nil }
    // Documents are numbered by the score.
    if mayScoreChange, StaticScore.withoutTitle(item) != StaticScore.withoutTitle(new) {
      return nil
    }
    return changes
  }

  /// Whether nothing but an item's bytes and columns holds an attribute: no row, and no term, which
  /// only texts have.
  private static func isOutsideTermsAndRows(
    _ attribute: EncodedAttribute
  ) throws(ModelError) -> Bool {
    if case .builtIn(let id) = attribute.key,
      id == .htmlContentData || RowAttributes.ids.contains(id)
    {
      return false
    }
    var hasText = false
    try attribute.forEachText { _ in hasText = true }
    return !hasText
  }
}

extension EncodedItem {
  /// The same item in a buffer of its own length: patches are kept for long, and there may be many.
  fileprivate var withoutSpareRoom: EncodedItem {
    let bytes = bytes
    let copy = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: bytes)
    }
    return (try? EncodedItem(opening: copy)) ?? self
  }
}
