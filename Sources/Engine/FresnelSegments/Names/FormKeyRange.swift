import FresnelQuery
import FresnelStorage

/// The keys of a form that is looked for.
struct FormKeyRange {
  private let kind: ItemForms.Kind
  /// The key of the form itself.
  private let exact: [UInt8]
  /// Whether a form with this key may be longer than the key.
  private let isCut: Bool
  /// What other keys begin with.
  private let others: [UInt8]?
  /// Whether a document of these keys surely has the form, which other languages may tell from one that keys do not.
  let isWhole: Bool

  init(_ test: FormTest) {
    kind = test.kind
    exact = Self.key(test.kind, test.bytes)
    isWhole = test.isProven
    isCut = test.kind == .reading && test.bytes.count >= FormTest.mostReadingBytes
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

  /// Calls a closure with each of the keys until it returns false.
  ///
  /// - Parameters:
  ///   - segment: Where; one of which the keys lack forms of the kind has none.
  ///   - budget: When it is exhausted, the walk ends.
  ///   - body: Is handed the lists of a key, whether the form is all that it has, and the budget.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func forEachKey(
    in segment: Segment, _ budget: inout SearchBudget,
    _ body: (TermEntry, _ isExact: Bool, inout SearchBudget) throws(StorageError) -> Bool
  ) throws(StorageError) {
    guard try segment.mayHaveForms(of: kind), budget.spend(postings: Self.postingsPerKey) else {
      return
    }
    if others != exact, let entry = try segment.keys.entry(of: exact),
      try !body(entry, !isCut, &budget)
    {
      return
    }
    guard let others else { return }
    var cursor = segment.keys.cursor()
    try others.withUnsafeBufferPointer { (key) throws(StorageError) in try cursor.seek(key) }
    while try cursor.next(), cursor.term.starts(with: others) {
      // Of a spelling that is cut the length is not known.
      let isExact = cursor.term.count == exact.count && !isCut
      guard budget.spendFormKey(), try body(cursor.entry, isExact, &budget) else { return }
    }
  }

  /// Calls a closure with each document of a key until it returns false; one may come more than once.
  ///
  /// - Parameters:
  ///   - entry: The lists of the key.
  ///   - segment: Where.
  ///   - onlyScope: The only scope that is shown, of several: of others there may be any number, which are leapt over.
  ///   - budget: When it is exhausted, the walk ends.
  ///   - body: Is handed the document, and where it has the form.
  /// - Returns: Whether to go on with other keys.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  static func forEachPosting(
    of entry: TermEntry, in segment: Segment, onlyScope: SegmentVisibility.OnlyScope?,
    _ budget: inout SearchBudget,
    _ body: (UInt32, PostingGroup) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    for group in PostingGroup.allCases where entry[group].count > 0 {
      let list = entry[group]
      // Most codes and names are of one item.
      if let document = list.onlyDocument(below: segment.documentCount) {
        guard budget.spend(postings: 1), try body(document, group) else { return false }
        continue
      }
      if let onlyScope, Int(list.count) > longList {
        let goesOn = try forEachPosting(
          of: list, in: onlyScope, segment, &budget
        ) { (document) throws(StorageError) in try body(document, group) }
        if !goesOn { return false }
        continue
      }
      var cursor = try PostingCursor(segment.source, list, documentCount: segment.documentCount)
      while cursor.document != .max {
        guard budget.spend(postings: 1), try body(cursor.document, group) else { return false }
        try cursor.next()
      }
    }
    return true
  }

  /// A shorter list is read sooner than the list of a scope is found.
  private static let longList = 32

  /// Walks through those of a list that are of a scope; returns whether to go on.
  private static func forEachPosting(
    of list: PostingListLocation, in scope: SegmentVisibility.OnlyScope, _ segment: Segment,
    _ budget: inout SearchBudget, _ body: (UInt32) throws(StorageError) -> Bool
  ) throws(StorageError) -> Bool {
    guard let entry = try segment.keys.entry(of: SegmentKeys.scope(scope.number)) else {
      return true
    }
    var cursor = try PostingCursor(segment.source, list, documentCount: segment.documentCount)
    var shown = try PostingCursor(
      segment.source, entry[SegmentKeys.listGroup], documentCount: segment.documentCount)
    while cursor.document != .max, shown.document != .max {
      guard budget.spend(postings: 1) else { return false }
      if cursor.document < shown.document {
        try cursor.advance(to: shown.document)
      } else if shown.document < cursor.document {
        try shown.advance(to: cursor.document)
      } else {
        guard try body(cursor.document) else { return false }
        try cursor.next()
      }
    }
    return true
  }
}
