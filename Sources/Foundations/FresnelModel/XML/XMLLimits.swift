/// What bounds the reading of an XML text.
package struct XMLLimits: Sendable {
  /// How deeply elements may nest.
  package var depth: Int
  /// How many bytes a tag with its attributes, a comment and the like may have, give or take a few.
  package var tokenByteCount: Int
  /// How many bytes of a text are kept.
  package var textByteCount: Int

  /// Sets the limits.
  package init(depth: Int, tokenByteCount: Int, textByteCount: Int) {
    self.depth = depth
    self.tokenByteCount = tokenByteCount
    self.textByteCount = textByteCount
  }

  /// More than feeds and sitemaps have.
  package static let standard = XMLLimits(
    depth: 256, tokenByteCount: 1 << 20, textByteCount: 1 << 20)
}
