/// Documents of some segments that have a form.
package struct NamedDocuments: Sendable {
  /// Segments are told apart by what they are, as in ``FoundDocuments``. Of one that has none, nothing is kept.
  private var documents: [(segment: ObjectIdentifier, documents: [UInt32])] = []
  /// Their number.
  package private(set) var count = 0
  /// Whether the keys prove that they have the form, and lack none that has it.
  package let isProven: Bool

  /// None.
  package init(isProven: Bool = true) { self.isProven = isProven }

  /// Whether there are none.
  package var isEmpty: Bool { count == 0 }

  /// Adds those of a segment, each once and in order.
  mutating func add(_ documents: [UInt32], of segment: Segment) {
    if documents.isEmpty { return }
    self.documents.append((ObjectIdentifier(segment), documents))
    count += documents.count
  }

  /// Whether a document is one of them.
  func contains(_ document: UInt32, of segment: Segment) -> Bool {
    let segment = ObjectIdentifier(segment)
    guard let known = documents.first(where: { $0.segment == segment })?.documents else {
      return false
    }
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle] < document { low = middle + 1 } else { high = middle }
    }
    return low < known.count && known[low] == document
  }

  /// Those of a segment; `nil` where there are none.
  func documents(of segment: Segment) -> DocumentSet? {
    let identifier = ObjectIdentifier(segment)
    guard let known = documents.first(where: { $0.segment == identifier })?.documents else {
      return nil
    }
    var set = DocumentSet(documentCount: segment.documentCount)
    for document in known { set.insert(document) }
    return set
  }
}
