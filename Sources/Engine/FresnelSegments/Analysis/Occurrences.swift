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
  ///
  /// - Returns: Whether all is said so. It is not when one occurrence begins at a boundary and another one
  ///   ends at one: then the certainty tells of the former.
  @inline(__always)
  mutating func insert(in group: PostingGroup, _ certainty: Certainty) -> Bool {
    let group = UInt32(group.rawValue)
    let shift = Self.shift(group)
    var united = UInt32(bits) | 1 &<< group
    let added = UInt32(certainty.rawValue)
    let known = united &>> shift & 3
    if added > known { united = united & ~(3 &<< shift) | added &<< shift }
    bits = UInt16(truncatingIfNeeded: united)
    return known &+ added != 3 || known == 3 || added == 3
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

/// What a posting says of a term in a group.
///
/// It says as much as is sure in the languages that see words and fold letters as the root locale does; the
/// keys of ``SegmentKeys`` name the documents of which more is to be said.
package enum Certainty: UInt8, Sendable {
  /// No occurrence surely begins or ends at a word boundary.
  case inside
  /// One occurrence ends at a boundary, and none surely begins at one.
  case ends
  /// One occurrence begins at a boundary, and none surely does both.
  case starts
  /// One and the same occurrence begins and ends at boundaries.
  case clean

  /// What one occurrence makes known.
  @inline(__always)
  init(starts: Bool, ends: Bool) {
    self = starts ? (ends ? .clean : .starts) : ends ? .ends : .inside
  }
}
