import FresnelModel
import FresnelQuery
import FresnelStorage

/// Collects the elements of one attribute, by their kinds.
struct AttributeColumnsBuilder {
  /// The attribute as queries name it.
  let target: AttributeTarget
  private var numbers = NumberColumnBuilder()
  private var dates = NumberColumnBuilder()
  private var texts = TextColumnBuilder()
  private var numbersState = State.absent
  private var datesState = State.absent
  private var textsState: State

  private enum State {
    case absent, present, refused
  }

  /// Whether texts are of no more interest.
  var refusesTexts: Bool { textsState == .refused }

  /// The number of bytes that wait for a sink.
  var pendingByteCount: Int {
    numbers.pendingByteCount + dates.pendingByteCount + texts.pendingByteCount
  }

  /// Starts without any element.
  init(_ target: AttributeTarget) {
    self.target = target
    textsState = .absent
  }

  /// Adds an element of a document, which is not before the last one. Unless `keepsTexts` is set,
  /// the first text refuses the column of texts.
  mutating func add(_ element: EncodedElement, of document: UInt32, keepsTexts: Bool) {
    switch element {
    case .text(let text):
      guard textsState != .refused else { return }
      textsState = .present
      if !keepsTexts || !texts.add(text, of: document) { refuseTexts() }
    case .integer(let integer): add(.integer(integer), of: document)
    case .boolean(let boolean): add(.integer(boolean ? 1 : 0), of: document)
    case .double(let double): add(.double(double), of: document)
    case .date(let date):
      guard datesState != .refused else { return }
      datesState = .present
      if !dates.add(.double(date.secondsSinceReferenceDate), of: document) { refuseDates() }
    }
  }

  private mutating func add(_ number: Quantity, of document: UInt32) {
    guard numbersState != .refused else { return }
    numbersState = .present
    if !numbers.add(number, of: document) { refuseNumbers() }
  }

  // A refused column gives its memory back.

  private mutating func refuseNumbers() {
    numbersState = .refused
    numbers = NumberColumnBuilder()
  }

  private mutating func refuseDates() {
    datesState = .refused
    dates = NumberColumnBuilder()
  }

  private mutating func refuseTexts() {
    textsState = .refused
    texts = TextColumnBuilder()
  }

  /// Drops all columns.
  mutating func refuseAll() {
    refuseNumbers()
    refuseDates()
    refuseTexts()
  }

  /// Writes the chunks that are encoded.
  mutating func flush(to sink: inout ByteSink) throws(StorageError) {
    try numbers.flush(to: &sink)
    try dates.flush(to: &sink)
    try texts.flush(to: &sink)
  }

  /// Writes the rest.
  mutating func finish(
    documentCount: UInt32, to sink: inout ByteSink
  ) throws(StorageError) -> AttributeColumns {
    if numbersState == .present, !numbers.close(documentCount: documentCount) { refuseNumbers() }
    if datesState == .present, !dates.close(documentCount: documentCount) { refuseDates() }
    if textsState == .present, !texts.close(documentCount: documentCount) { refuseTexts() }
    var columns = AttributeColumns()
    switch numbersState {
    case .absent: break
    case .refused: columns.numbers = .refused
    case .present: columns.numbers = .present(try numbers.finish(to: &sink))
    }
    switch datesState {
    case .absent: break
    case .refused: columns.dates = .refused
    case .present: columns.dates = .present(try dates.finish(to: &sink))
    }
    switch textsState {
    case .absent: break
    case .refused: columns.texts = .refused
    case .present: columns.texts = .present(try texts.finish(to: &sink))
    }
    return columns
  }
}
