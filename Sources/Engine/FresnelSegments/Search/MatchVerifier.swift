import FresnelModel
import FresnelQuery
import FresnelStorage

/// Asks the evaluator about documents of one segment that the index cannot prove.
struct MatchVerifier: ~Copyable {
  private let query: PlannedQuery
  private let view: SegmentView
  private var items: ItemReader
  /// Made when it is first needed: most searches evaluate nothing.
  private var screen: LiteralScreen?

  init(_ query: PlannedQuery, _ view: SegmentView) {
    self.query = query
    self.view = view
    items = ItemReader(view)
  }

  /// Whether a document matches the query; not, when the budget is exhausted.
  mutating func matches(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    guard budget.spendEvaluation() else { return false }
    // A row costs a fraction of an item, and mostly it was a title that led here.
    if query.isMonotone || query.looksAtRowsOnly {
      let row = try view.row(document)
      let isAll = query.looksAtRowsOnly && row.isComplete
      if isAll || query.isMonotone {
        let isMatch = matches(try view.segment.documents.item(of: row))
        if isMatch || isAll { return isMatch }
      }
    }
    let item = try items.item(document)
    budget.spendEvaluation(ofBytes: item.byteCount)
    return matches(item)
  }

  private mutating func matches(_ item: EncodedItem) -> Bool {
    let screen = screen ?? LiteralScreen(query.compiled.root)
    self.screen = screen
    return screen.admits(item) && query.compiled.matches(item)
  }
}
