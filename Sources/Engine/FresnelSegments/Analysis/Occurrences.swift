/// In which groups a document has a term, and how surely in each: 16 bits a posting.
///
/// | bits | |
/// |---|---|
/// | 0…5 | one for each ``PostingGroup`` in which the term occurs |
/// | 6…15 | two for each group but the last: the ``Certainty`` |
package struct Occurrences: BitwiseCopyable, Equatable, Sendable {
  package private(set) var bits: UInt16

  /// The bits of all groups.
  package static let groups: UInt16 = 0x3F

  /// A document without the term.
  package init() {
    bits = 0
  }

  /// A term that occurs in one group.
  @inline(__always)
  init(in group: PostingGroup, _ certainty: Certainty) {
    let group = UInt32(group.rawValue)
    // The certainty of the last group, which is always 0, would lie beyond the 16 bits.
    bits = UInt16(
      truncatingIfNeeded: 1 &<< group | UInt32(certainty.rawValue) &<< Self.shift(group))
  }

  /// Adds an occurrence; of several in one group the surest counts.
  @inline(__always)
  mutating func insert(in group: PostingGroup, _ certainty: Certainty) {
    let group = UInt32(group.rawValue)
    let shift = Self.shift(group)
    var united = UInt32(bits) | 1 &<< group
    let added = UInt32(certainty.rawValue)
    if added > united &>> shift & 3 { united = united & ~(3 &<< shift) | added &<< shift }
    bits = UInt16(truncatingIfNeeded: united)
  }

  /// Whether the term occurs in a group.
  @inline(__always)
  package func contains(_ group: PostingGroup) -> Bool {
    bits & 1 &<< UInt16(group.rawValue) != 0
  }

  /// Whether the term occurs in an element that searches without a field look at.
  @inline(__always)
  var isInAnyElement: Bool { bits & (Self.groups >> 1) != 0 }

  /// How surely the term occurs in a group, as ``Certainty`` numbers it.
  @inline(__always)
  package func certainty(in group: PostingGroup) -> UInt8 {
    UInt8(truncatingIfNeeded: UInt32(bits) &>> Self.shift(UInt32(group.rawValue)) & 3)
  }

  @inline(__always)
  private static func shift(_ group: UInt32) -> UInt32 { 6 &+ 2 &* group }
}

/// What is known of a term's surest occurrence in a group; each level includes those below it.
///
/// It lets a search prove some matches without looking at the item. ASCII text folds alike in every
/// locale except those of the dotless i, and its word boundaries follow from its ASCII neighbours.
package enum Certainty: UInt8, Comparable, Sendable {
  /// Nothing.
  case unknown
  /// It is wholly ASCII.
  case plain
  /// It is, and it certainly begins at a word boundary.
  case startsClean
  /// It is, and it certainly begins and ends at word boundaries.
  case clean

  package static func < (left: Certainty, right: Certainty) -> Bool {
    left.rawValue < right.rawValue
  }
}
