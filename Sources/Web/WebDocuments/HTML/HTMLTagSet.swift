/// Some elements, by name: whether one is among them costs nothing to know.
package struct HTMLTagSet: Sendable {
  /// A bit for each number of a tag.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Makes a set of tags that have a number.
  package init(_ tags: [HTMLTag]) {
    for tag in tags {
      if tag.rawValue < 64 {
        low |= 1 << UInt64(tag.rawValue)
      } else {
        high |= 1 << UInt64(tag.rawValue - 64)
      }
    }
  }

  /// Whether a tag is among them.
  package func contains(_ tag: HTMLTag) -> Bool {
    let bits = tag.rawValue < 64 ? low : high
    return bits >> UInt64(tag.rawValue & 63) & 1 != 0
  }
}
