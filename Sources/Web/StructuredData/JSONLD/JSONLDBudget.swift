/// How much work a document may still make.
///
/// A few bytes of a document can ask for much: a long `@vocab` is copied into every name, and a context of a term
/// is read wherever the term stands. What documents of people need grows with their size.
struct JSONLDBudget {
  private var steps: Int
  private var bytes: Int

  /// The longest name that is put together of parts.
  static let greatestName = 8_192

  /// The work that a document of a size may make.
  init(documentLength: Int) {
    steps = 20_000 + documentLength
    bytes = 1 << 20 + 32 * documentLength
  }

  /// Counts steps, such as definitions that are read or copied.
  mutating func spend(_ count: Int, at offset: Int) throws(JSONLDError) {
    steps -= count
    guard steps >= 0 else { throw Self.error(at: offset) }
  }

  /// Counts a name that was put together.
  mutating func spend(name: String, at offset: Int) throws(JSONLDError) {
    bytes -= name.utf8.count
    guard bytes >= 0, name.utf8.count <= Self.greatestName else { throw Self.error(at: offset) }
  }

  private static func error(at offset: Int) -> JSONLDError {
    JSONLDError(
      .tooLarge, "The contexts of this document make more work than its size allows.", at: offset)
  }
}
