import FresnelModel
import FresnelQuery
import FresnelStorage

/// Asks the evaluator about comparisons that the index cannot prove of documents of one segment.
///
/// An item is read once for all comparisons that are asked about it in a row.
struct MatchVerifier: ~Copyable {
  private let query: PlannedQuery
  private let view: SegmentView
  private var items: ItemReader
  private let verdicts: KnownVerdicts.OfSegment
  /// By comparison; made when they are first needed: most searches evaluate nothing.
  private var screens: [LiteralScreen?] = []
  /// The document asked about last, with its row and, if it was read, its item.
  private var document = UInt32.max
  private var row: (item: EncodedItem, isComplete: Bool)?
  private var item: EncodedItem?

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - view: The segment.
  ///   - verdicts: What the search has found out of the segment, to go by and to add to.
  init(_ query: PlannedQuery, _ view: SegmentView, _ verdicts: KnownVerdicts.OfSegment) {
    self.query = query
    self.view = view
    self.verdicts = verdicts
    items = ItemReader(view)
  }

  /// Whether a comparison holds for a document; not, when the budget is exhausted.
  ///
  /// - Parameters:
  ///   - place: The comparison's place in ``PlannedQuery/comparisons``.
  ///   - document: The document.
  ///   - budget: Counts the document once, and the bytes that each comparison looks at.
  /// - Returns: Whether it holds.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  mutating func holds(
    _ place: Int, for document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    if let known = verdicts[place, document] { return known }
    if document != self.document {
      guard budget.spendEvaluation() else { return false }
      self.document = document
      (row, item) = (nil, nil)
    }
    let comparison = query.comparisons[place]
    if case .form = comparison.test {
      // Rows lack paths and more that has forms.
      let isMatch = comparison.matches(try wholeItem()) { budget.spendEvaluation(comparing: $0) }
      if budget.isExhausted { return false }
      // To fold and cut names takes longer than to compare as many bytes.
      verdicts.note(isMatch, place, document)
      return isMatch
    }
    // A row costs a fraction of an item, and mostly it was a title that led here. What holds for some
    // attributes does for more.
    let (row, isComplete) = try rowItem()
    var isMatch = matches(comparison, place, row, &budget)
    var byteCount = row.byteCount
    if !isMatch, !isComplete || !comparison.target.isInRows, !budget.isExhausted {
      let item = try wholeItem()
      isMatch = matches(comparison, place, item, &budget)
      byteCount += item.byteCount
    }
    if !budget.isExhausted, byteCount >= KnownVerdicts.leastByteCount {
      verdicts.note(isMatch, place, document)
    }
    return isMatch
  }

  private mutating func rowItem() throws(StorageError) -> (item: EncodedItem, isComplete: Bool) {
    if let row { return row }
    let found = try view.row(document)
    let row = (try view.segment.documents.item(of: found), found.isComplete)
    self.row = row
    return row
  }

  private mutating func wholeItem() throws(StorageError) -> EncodedItem {
    if let item { return item }
    let item = try items.item(document)
    self.item = item
    return item
  }

  private mutating func matches(
    _ comparison: CompiledComparison, _ place: Int, _ item: EncodedItem,
    _ budget: inout SearchBudget
  ) -> Bool {
    guard budget.spendEvaluation(comparing: item.byteCount) else { return false }
    if screens.isEmpty {
      screens = Array(repeating: nil, count: query.comparisons.count)
    }
    let screen = screens[place] ?? LiteralScreen(comparison)
    screens[place] = screen
    guard screen.admits(item, goesOn: { budget.spendEvaluation(comparing: $0) }) else {
      return false
    }
    let isMatch = comparison.matches(item) { budget.spendEvaluation(comparing: $0) }
    return isMatch && !budget.isExhausted
  }
}

/// What the evaluator said of long items and of forms while one search ranks and counts: to evaluate them once takes
/// long enough.
///
/// A class so that the ranking and the count share it. Never shared between tasks.
final class KnownVerdicts {
  private struct Question: Hashable {
    let segment: Int
    let place: Int
    let document: UInt32
  }
  private var verdicts: [Question: Bool] = [:]

  /// To evaluate a shorter item again takes about as long as to look it up.
  fileprivate static let leastByteCount = 4096
  private static let mostVerdicts = 1 << 14

  /// The verdicts on items of one segment.
  func of(segment: Int) -> OfSegment { OfSegment(known: self, segment: segment) }

  /// The verdicts on items of one segment.
  struct OfSegment {
    fileprivate let known: KnownVerdicts
    fileprivate let segment: Int

    /// Whether a comparison holds for a document; `nil` where that is not known.
    subscript(place: Int, document: UInt32) -> Bool? {
      if known.verdicts.isEmpty { return nil }
      return known.verdicts[Question(segment: segment, place: place, document: document)]
    }

    /// Notes whether a comparison holds for a document.
    func note(_ isMatch: Bool, _ place: Int, _ document: UInt32) {
      guard known.verdicts.count < KnownVerdicts.mostVerdicts else { return }
      known.verdicts[Question(segment: segment, place: place, document: document)] = isMatch
    }
  }
}

extension AttributeTarget {
  /// Whether a document's row, if it is complete, holds all that the target looks at.
  fileprivate var isInRows: Bool {
    switch self {
    case .builtIn(let id): RowAttributes.ids.contains(id)
    case .uniqueIdentifier, .expirationDate: true
    // Without a domain, the attribute of that name is asked, which rows do not hold.
    case .metadata, .metadataAndText, .custom, .domainIdentifier: false
    }
  }
}
