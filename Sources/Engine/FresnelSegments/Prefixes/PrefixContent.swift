/// What the terms that begin with a prefix have.
struct PrefixContent: Equatable {
  /// What they have in a group.
  struct Group: Equatable {
    /// The number of terms that have postings in it.
    var terms: UInt32 = 0
    /// The sum of the lengths of their lists.
    var postings: UInt64 = 0
  }

  /// The number of terms.
  var terms: UInt32 = 0
  var groups = InlineArray<6, Group>(repeating: Group())

  /// Adds what the terms of a longer prefix have.
  mutating func add(_ other: PrefixContent) {
    terms += other.terms
    for group in groups.indices {
      groups[group].terms += other.groups[group].terms
      groups[group].postings += other.groups[group].postings
    }
  }

  /// Whether the prefix has stored lists in a segment of so many documents.
  ///
  /// It has when uniting its terms' lists on the spot would take too long: there are more terms to walk
  /// past than ``greatestTermCount(length:)``, or in some group two terms or more with more postings than
  /// ``greatestUnion(_:documentCount:)``.
  func needsLists(length: Int, documentCount: Int) -> Bool {
    if terms > Self.greatestTermCount(length: length) { return true }
    for group in groups.indices
    where groups[group].terms >= 2
      && groups[group].postings > Self.greatestUnion(group, documentCount: documentCount)
    {
      return true
    }
    return false
  }

  /// How many terms may be walked past for a prefix of so many bytes: 128, but for the short ones, which
  /// are asked for most, those of one run.
  private static func greatestTermCount(length: Int) -> UInt32 {
    length <= 5 ? UInt32(TermBlockFormat.runCapacity) : 128
  }

  /// How many postings may be united on the spot in a group: 1,024, or a 128th of the documents where
  /// these are many.
  ///
  /// In the texts up to 2,048: they come last, so that most searches never ask for them, and their
  /// lists are those that take room.
  private static func greatestUnion(_ group: Int, documentCount: Int) -> UInt64 {
    let postingCount = max(1024, documentCount / 128)
    return UInt64(
      group == Int(PostingGroup.text.rawValue)
        ? max(postingCount, min(documentCount / 32, 2048)) : postingCount)
  }

  static func == (left: PrefixContent, right: PrefixContent) -> Bool {
    left.terms == right.terms
      && left.groups.indices.allSatisfy { left.groups[$0] == right.groups[$0] }
  }
}
