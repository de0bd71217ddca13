/// What the dictionary says of a term: where its posting list of each group is.
package struct TermEntry: Equatable, Sendable {
  private var lists = InlineArray<6, PostingListLocation>(repeating: .empty)

  /// Makes an entry without postings.
  package init() {}

  /// The term's list of a group; ``PostingListLocation/isEmpty`` where it has none.
  package subscript(group: PostingGroup) -> PostingListLocation {
    get { lists[Int(group.rawValue)] }
    set { lists[Int(group.rawValue)] = newValue }
  }

  /// The list of the group with a number below ``PostingGroup/count``.
  subscript(group: Int) -> PostingListLocation {
    @inline(__always) get { lists[group] }
    @inline(__always) set { lists[group] = newValue }
  }

  /// The groups in which the term has postings: bit *g* stands for group number *g*.
  package var groups: UInt8 {
    var bits: UInt8 = 0
    for group in 0..<PostingGroup.count where !lists[group].isEmpty { bits |= 1 << group }
    return bits
  }

  package static func == (left: TermEntry, right: TermEntry) -> Bool {
    PostingGroup.allCases.allSatisfy { left[$0] == right[$0] }
  }
}
