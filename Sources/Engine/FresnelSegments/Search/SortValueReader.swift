import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelText

/// Reads what the documents of one segment are sorted by: from columns where these know it, else, and of
/// documents with patches, from items.
struct SortValueReader: ~Copyable {
  private let target: AttributeTarget
  private var numbers: NumberColumnReader?
  private var dates: NumberColumnReader?
  private var texts: TextColumnReader?
  /// Of the texts met so far, by ordinal.
  private var keys: [UInt32: TextOrderKey] = [:]
  private var items: ItemReader
  private let patches: DocumentPatches

  init(_ target: AttributeTarget, in view: SegmentView) {
    let segment = view.segment
    self.target = target
    numbers = segment.columns.numbers(of: target)
    dates = segment.columns.dates(of: target)
    texts = segment.columns.texts(of: target)
    items = ItemReader(view)
    patches = view.patches
  }

  /// The value of a document; `nil` where it has none, or the budget is exhausted.
  mutating func value(
    of document: UInt32, _ order: inout TextOrder, _ budget: inout SearchBudget
  ) throws(StorageError) -> SortValue? {
    guard numbers != nil, !isPatched(document) else {
      return try storedValue(of: document, &order, &budget)
    }
    if let number = try numbers?.first(of: document) { return .number(number) }
    guard dates != nil else { return try storedValue(of: document, &order, &budget) }
    if let seconds = try dates?.first(of: document) {
      return .date(Timestamp(secondsSinceReferenceDate: seconds.approximation))
    }
    guard texts != nil else { return try storedValue(of: document, &order, &budget) }
    guard let ordinal = try texts?.firstOrdinal(of: document) else { return nil }
    if let key = keys[ordinal] { return .text(key) }
    guard let text = try texts?.text(ordinal) else { return nil }
    let key = order.key(of: text)
    keys[ordinal] = key
    return .text(key)
  }

  /// Whether columns tell what was before a patch: most patches change the expiry only.
  private func isPatched(_ document: UInt32) -> Bool {
    guard let patch = patches[document] else { return false }
    return patch.changes != nil || target == .expirationDate
  }

  private mutating func storedValue(
    of document: UInt32, _ order: inout TextOrder, _ budget: inout SearchBudget
  ) throws(StorageError) -> SortValue? {
    guard budget.spendEvaluation() else { return nil }
    let item = try items.item(document)
    budget.spendEvaluation(ofBytes: item.byteCount)
    return target.sortValue(of: item, &order)
  }
}
