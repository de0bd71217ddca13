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

  /// Whether a document matches the query.
  mutating func matches(
    _ document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    _ = budget.spendEvaluation()
    if query.looksAtRowsOnly, try documents.row(document).isComplete {
      return query.compiled.matches(try documents.rowItem(document))
    }
    return query.compiled.matches(try items.item(document))
  }
}
