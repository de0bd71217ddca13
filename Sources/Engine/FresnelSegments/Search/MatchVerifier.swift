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
  /// By comparison; made when they are first needed: most searches evaluate nothing.
  private var screens: [LiteralScreen?] = []
  /// The document asked about last, with its row and, if it was read, its item.
  private var document = UInt32.max
  private var row: (item: EncodedItem, isComplete: Bool)?
  private var item: EncodedItem?

  init(_ query: PlannedQuery, _ view: SegmentView) {
    self.query = query
    self.view = view
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
    if document != self.document {
      guard budget.spendEvaluation() else { return false }
      self.document = document
      (row, item) = (nil, nil)
    }
    let comparison = query.comparisons[place]
    // A row costs a fraction of an item, and mostly it was a title that led here. What holds for some
    // attributes does for more.
    let (item, isComplete) = try rowItem()
    if matches(comparison, place, item, &budget) { return true }
    if isComplete, comparison.target.isInRows || budget.isExhausted { return false }
    return matches(comparison, place, try wholeItem(), &budget)
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
    budget.spendEvaluation(ofBytes: item.byteCount)
    if screens.isEmpty {
      screens = Array(repeating: nil, count: query.comparisons.count)
    }
    let screen = screens[place] ?? LiteralScreen(comparison)
    screens[place] = screen
    guard screen.admits(item) else { return false }
    let isMatch = comparison.matches(item) { budget.spendEvaluation(comparing: $0) }
    return isMatch && !budget.isExhausted
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
