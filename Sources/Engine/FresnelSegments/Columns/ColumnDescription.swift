import FresnelStorage

/// What the table tells of one column.
struct ColumnDescription: Equatable, BitwiseCopyable {
  /// Where the directory begins.
  var directoryOffset: UInt64
  /// The number of chunks that have values.
  var chunkCount: UInt32
  /// The number of documents that have a value.
  var documentCount: UInt32
  /// Where the sample or the frequent texts begin.
  var estimateOffset: UInt64
  /// The number of their entries.
  var estimateCount: UInt32
  /// The number of distinct texts; 0 for numbers and dates.
  var textCount: UInt32 = 0
  /// Where the ends of the texts begin, and after them the texts.
  var textsOffset: UInt64 = 0

  /// A column in which no document has a value.
  static let empty = ColumnDescription(
    directoryOffset: 0, chunkCount: 0, documentCount: 0, estimateOffset: 0, estimateCount: 0)
}

/// What the table tells of the columns of one attribute.
struct AttributeColumns: Equatable, BitwiseCopyable {
  /// A column's state.
  enum State: Equatable, BitwiseCopyable {
    /// No document has an element of the kind.
    case absent
    /// The column could not be kept; the evaluator has to be asked.
    case refused
    /// Every element of the kind is in the column.
    case present(ColumnDescription)
  }

  var numbers = State.absent
  var dates = State.absent
  var texts = State.absent

  /// Nothing known of any kind.
  static let refused = AttributeColumns(numbers: .refused, dates: .refused, texts: .refused)
}
