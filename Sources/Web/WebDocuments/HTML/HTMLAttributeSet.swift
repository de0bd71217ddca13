/// Some attributes, by name: whether an element has any of them costs nothing to know.
package struct HTMLAttributeSet: Sendable {
  /// A bit for each number of a name, the first for all names without a number.
  let bits: UInt64

  init(bits: UInt64) {
    self.bits = bits
  }

  /// Makes a set.
  ///
  /// - Parameters:
  ///   - names: The names in it.
  ///   - others: Whether all names are in it that have no number.
  package init(_ names: [HTMLAttributeName], others: Bool = false) {
    bits = names.reduce(others ? 1 : 0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// The attributes that are in any of both sets.
  package func union(_ other: HTMLAttributeSet) -> HTMLAttributeSet {
    HTMLAttributeSet(bits: bits | other.bits)
  }

  /// Whether no attribute is in both sets.
  package func isDisjoint(with other: HTMLAttributeSet) -> Bool { bits & other.bits == 0 }

  /// Whether a name is in it that has no number.
  package var hasOthers: Bool { bits & 1 != 0 }
}
