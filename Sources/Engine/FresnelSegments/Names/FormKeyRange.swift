import FresnelQuery
import FresnelStorage

/// The keys of a form that is looked for.
struct FormKeyRange {
  /// The key of the form itself.
  private let exact: [UInt8]
  /// What other keys begin with.
  private let others: [UInt8]?
  /// Whether a document of these keys surely has the form, which other languages may tell from one that keys do not.
  let isWhole: Bool

  init(_ test: FormTest) {
    exact = Self.key(test.kind, test.bytes)
    isWhole =
      test.inLanguage == nil
      && (test.kind != .name || test.bytes.count <= SegmentKeys.mostNameBytes)
    others =
      switch test.ending {
      case .nothing: nil
      case .separator(let separator): Self.key(test.kind, test.bytes + [separator])
      case .anything: exact
      }
  }

  private static func key(_ kind: ItemForms.Kind, _ form: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    SegmentKeys.appendForm(kind, form[...], to: &key)
    return key
  }

  /// To look a key up takes about as long as to read so many postings.
  private static let postingsPerKey = 16

  /// Calls a closure with each document of the keys until it returns false; one may come more than once.
  ///
  /// - Parameters:
  ///   - segment: Where; one of which the keys lack forms has none.
  ///   - budget: When it is exhausted, the walk ends.
  ///   - body: Is handed the document, where it has the form, and whether the form is all that it has there.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func forEachPosting(
    in segment: Segment, _ budget: inout SearchBudget,
    _ body: (UInt32, PostingGroup, _ isExact: Bool) throws(StorageError) -> Bool
  ) throws(StorageError) {
    guard try segment.hasAllForms(), budget.spend(postings: Self.postingsPerKey) else { return }
    if let entry = try segment.keys.entry(of: exact),
      try !walk(entry, isExact: true, in: segment, &budget, body)
    {
      return
    }
    guard let others else { return }
    var cursor = segment.keys.cursor()
    try others.withUnsafeBufferPointer { (key) throws(StorageError) in try cursor.seek(key) }
    while try cursor.next(), cursor.term.starts(with: others) {
      if cursor.term.elementsEqual(exact) { continue }
      guard budget.spend(postings: 1),
        try walk(cursor.entry, isExact: false, in: segment, &budget, body)
      else { return }
    }
  }

  /// Walks through the lists of a key; returns whether to go on.
  private func walk(
    _ entry: TermEntry, isExact: Bool, in segment: Segment, _ budget: inout SearchBudget,
    _ body: (UInt32, PostingGroup, _ isExact: Bool) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    for group in PostingGroup.allCases where entry[group].count > 0 {
      var cursor = try PostingCursor(
        segment.source, entry[group], documentCount: segment.documentCount)
      while cursor.document != .max {
        guard budget.spend(postings: 1), try body(cursor.document, group, isExact) else {
          return false
        }
        try cursor.next()
      }
    }
    return true
  }
}
