import FresnelModel
package import FresnelQuery
package import FresnelStorage

/// The values of a segment's documents by attribute: numbers, dates, truth values, and texts of which
/// there are few.
///
/// `Documentation/formats/columns.md` describes the format, and which attributes have columns.
package struct Columns: Sendable {
  private let source: ByteSource
  private let table: ColumnTable
  private let coversAllKeys: Bool

  /// Reads the table of columns of a segment of `documentCount` documents. The table stays in memory;
  /// values are read when they are asked for. Unless `coversAllKeys`, values under keys that are not
  /// searchable were left out, so an app's own attribute has no columns.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package init(
    _ source: ByteSource, _ location: ColumnsLocation, documentCount: Int,
    coversAllKeys: Bool = true
  ) throws(StorageError) {
    let pin = try source.pin(location.offset, Int(location.byteCount))
    let table = try ColumnTable(decoding: pin.bytes)
    guard Int(table.documentCount) == documentCount else {
      throw StorageError(
        .corrupted,
        "The columns are those of \(table.documentCount) documents, the segment has "
          + "\(documentCount).", path: source.path, offset: location.offset)
    }
    self.source = source
    self.table = table
    self.coversAllKeys = coversAllKeys
  }

  // MARK: - Filters

  /// A filter that answers a comparison for every document of the segment exactly as the evaluator
  /// does; `nil` when the columns can't, and the evaluator has to be asked.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func filter(
    for comparison: CompiledComparison
  ) throws(StorageError) -> ColumnFilter? {
    let columns = columns(of: comparison.target)
    switch comparison.test {
    case .text(let test): return try filter(.one(test), columns, isNegated: comparison.isNegated)
    case .texts(let set): return try filter(.many(set), columns, isNegated: comparison.isNegated)
    case .quantity(let test): return try filter(test, columns, isNegated: comparison.isNegated)
    case .quantities(let set): return try filter(set, columns, isNegated: comparison.isNegated)
    case .form: return nil
    }
  }

  /// Whether ``filter(for:)`` gives a filter for a comparison with texts.
  func answer(_ comparison: CompiledComparison) -> Bool {
    columns(of: comparison.target).texts != .refused
  }

  private func filter(
    _ test: TextCondition.Test, _ columns: AttributeColumns, isNegated: Bool
  ) throws(StorageError) -> ColumnFilter? {
    switch columns.texts {
    case .refused: return nil
    case .absent:
      return ColumnFilter(
        isNegated: isNegated, documentCount: table.documentCount, passingShare: 0)
    case .present(let column):
      var condition = TextCondition(test, ColumnTexts(source, column))
      let share = try ColumnEstimate.share(of: &condition, in: column, source)
      return ColumnFilter(
        isNegated: isNegated, documentCount: table.documentCount,
        texts: ColumnTest(cursor(column), condition), textCount: column.textCount,
        passingShare: share * documentShare(column))
    }
  }

  private func filter(
    _ test: QuantityTest, _ columns: AttributeColumns, isNegated: Bool
  ) throws(StorageError) -> ColumnFilter? {
    guard columns.numbers != .refused, columns.dates != .refused, !test.hasNaN else { return nil }
    var share = 0.0
    var numbers: ColumnTest<IntervalCondition>?
    var dates: ColumnTest<IntervalCondition>?
    if case .present(let column) = columns.numbers,
      let condition = IntervalCondition(test, ofDates: false)
    {
      share +=
        try documentShare(column)
        * ColumnEstimate.share(of: test, ofDates: false, in: column, source)
      numbers = ColumnTest(cursor(column), condition)
    }
    if case .present(let column) = columns.dates,
      let condition = IntervalCondition(test, ofDates: true)
    {
      share +=
        try documentShare(column)
        * ColumnEstimate.share(of: test, ofDates: true, in: column, source)
      dates = ColumnTest(cursor(column), condition)
    }
    return ColumnFilter(
      isNegated: isNegated, documentCount: table.documentCount, numbers: numbers, dates: dates,
      passingShare: share)
  }

  private func filter(
    _ set: QuantitySet, _ columns: AttributeColumns, isNegated: Bool
  ) throws(StorageError) -> ColumnFilter? {
    guard columns.numbers != .refused, columns.dates != .refused,
      !(set.intervals + set.instants).contains(where: \.hasNaN)
    else { return nil }
    var share = 0.0
    var numbers: ColumnTest<IntervalCondition>?
    var dates: ColumnTest<IntervalCondition>?
    if case .present(let column) = columns.numbers,
      let condition = IntervalCondition(set, ofDates: false)
    {
      share +=
        try documentShare(column)
        * ColumnEstimate.share(of: set, ofDates: false, in: column, source)
      numbers = ColumnTest(cursor(column), condition)
    }
    if case .present(let column) = columns.dates,
      let condition = IntervalCondition(set, ofDates: true)
    {
      share +=
        try documentShare(column) * ColumnEstimate.share(of: set, ofDates: true, in: column, source)
      dates = ColumnTest(cursor(column), condition)
    }
    return ColumnFilter(
      isNegated: isNegated, documentCount: table.documentCount, numbers: numbers, dates: dates,
      passingShare: share)
  }

  // MARK: - Sorting and facets

  /// The numbers of an attribute by document, truth values among them; `nil` when they are not known
  /// for every document.
  package func numbers(of target: AttributeTarget) -> NumberColumnReader? {
    column(columns(of: target).numbers).map { NumberColumnReader(cursor($0)) }
  }

  /// The dates of an attribute by document; `nil` when they are not known for every document.
  package func dates(of target: AttributeTarget) -> NumberColumnReader? {
    column(columns(of: target).dates).map { NumberColumnReader(cursor($0)) }
  }

  /// The texts of an attribute by document; `nil` when they are too many, too long, or otherwise not
  /// known for every document.
  package func texts(of target: AttributeTarget) -> TextColumnReader? {
    column(columns(of: target).texts).map {
      TextColumnReader(cursor($0), ColumnTexts(source, $0))
    }
  }

  /// The column of a state, an empty one where no document has a value; `nil` if it was refused.
  private func column(_ state: AttributeColumns.State) -> ColumnDescription? {
    switch state {
    case .refused: nil
    case .absent: .empty
    case .present(let column): column
    }
  }

  // MARK: - Columns

  /// What is known of the columns of a target.
  private func columns(of target: AttributeTarget) -> AttributeColumns {
    if !coversAllKeys, case .custom = target { return .refused }
    if let columns = table.attributes[target] { return columns }
    switch target {
    case .metadata, .metadataAndText: return .refused
    // The domain's column has the attribute of the same name in it, mixed with domains.
    case .builtIn(.domainIdentifier), .builtIn(.htmlContentData): return .refused
    case .uniqueIdentifier: return AttributeColumns(texts: .refused)
    case .builtIn, .custom: return table.isComplete ? AttributeColumns() : .refused
    case .domainIdentifier, .expirationDate: return AttributeColumns()
    }
  }

  private func cursor(_ column: ColumnDescription) -> ColumnCursor {
    ColumnCursor(source, column, documentCount: table.documentCount)
  }

  /// The share of documents that have a value.
  private func documentShare(_ column: ColumnDescription) -> Double {
    Double(column.documentCount) / Double(max(1, table.documentCount))
  }
}

extension QuantityTest {
  /// Whether a bound is NaN, which no query means; the evaluator may say what becomes of it.
  fileprivate var hasNaN: Bool {
    [lower, upper].contains { $0?.value.approximation.isNaN ?? false }
  }
}
