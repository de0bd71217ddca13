/// How much a property list may hold.
package struct PropertyListLimits: Sendable {
  /// The longest input, in bytes.
  package var byteCount: Int
  /// How deeply arrays and dictionaries may nest.
  package var depth: Int
  /// What the value may come to when everything is written out: one for each value and key, and one
  /// for each byte of text and data.
  ///
  /// A binary list may refer to a value from many places, so that few bytes stand for a great deal.
  package var cost: Int

  /// Makes limits. The usual ones are far above any `Info.plist`.
  package init(byteCount: Int = 16 << 20, depth: Int = 64, cost: Int = 32 << 20) {
    self.byteCount = byteCount
    self.depth = depth
    self.cost = cost
  }
}
