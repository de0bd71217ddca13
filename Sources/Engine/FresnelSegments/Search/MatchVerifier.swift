import FresnelModel
import FresnelQuery
import FresnelStorage

/// Asks the evaluator about documents of one segment that the index cannot prove.
struct MatchVerifier: ~Copyable {
  private let query: PlannedQuery
  private let documents: DocumentStore
  private var items: ItemReader

  init(_ query: PlannedQuery, _ segment: Segment) {
    self.query = query
    documents = segment.documents
    items = ItemReader(segment.documents)
  }

  /// Whether a document matches the query; not, when the budget is exhausted.
  mutating func matches(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    guard budget.spendEvaluation() else { return false }
    if query.looksAtRowsOnly, try documents.row(document).isComplete {
      return matches(try documents.rowItem(document))
    }
    let item = try items.item(document)
    budget.spendEvaluation(ofBytes: item.byteCount)
    return matches(item)
  }

  private func matches(_ item: EncodedItem) -> Bool {
    query.screen.admits(item) && query.compiled.matches(item)
  }
}
