/// What certainties leave open of a document: in which groups, and of which terms.
///
/// An entry is, from the highest bits down, the ``Doubt``, the ``DoubtedTerms`` in a byte, the group in a byte, and the
/// document in 32 bits.
struct DoubtNotes: ~Copyable {
  private(set) var entries = GrowableBuffer<UInt64>(capacity: 64)
  /// For each doubt, group and kind of terms the last document noted, plus one. Freed in deinit and used
  /// nowhere else.
  private let lastDocuments: UnsafeMutablePointer<UInt32>
  private static let slotCount = Doubt.allCases.count * PostingGroup.count * 256

  init() {
    lastDocuments = .allocate(capacity: Self.slotCount)
    lastDocuments.initialize(repeating: 0, count: Self.slotCount)
  }

  deinit { lastDocuments.deallocate() }

  /// Notes doubts of a term, whatever is asked of it; documents must not descend.
  mutating func note(
    _ doubts: Doubts, of term: TermBytes, in group: PostingGroup, document: UInt32
  ) {
    for doubt in Doubt.allCases where doubts.contains(Doubts(doubt)) {
      append(doubt, DoubtedTerms(startingLike: term), group, document)
      append(doubt, DoubtedTerms(endingLike: term), group, document)
      // Only a part of a word can be looked for whatever it begins and ends with.
      if doubt == .varying { append(doubt, .all, group, document) }
    }
  }

  /// Notes that an occurrence of a term ends at a boundary though the certainty does not say so.
  mutating func noteEnd(of term: TermBytes, in group: PostingGroup, document: UInt32) {
    append(.open, DoubtedTerms(endingLike: term), group, document)
  }

  private mutating func append(
    _ doubt: Doubt, _ terms: DoubtedTerms?, _ group: PostingGroup, _ document: UInt32
  ) {
    guard let terms else { return }
    let kind = Int(doubt.rawValue) * PostingGroup.count + Int(group.rawValue)
    let slot = kind << 8 | Int(terms.byte)
    guard lastDocuments[slot] != document &+ 1 else { return }
    lastDocuments[slot] = document &+ 1
    entries.append(
      UInt64(doubt.rawValue) << 48 | UInt64(terms.byte) << 40 | UInt64(group.rawValue) << 32
        | UInt64(document))
  }
}
