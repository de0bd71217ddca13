import FresnelStorage

/// How long the texts of a segment's documents are: what lengths are compared with when documents are ranked.
///
/// Of a large segment documents at even distances stand for all, so that this costs about as much as one question, once.
final class TextLengths: Sendable {
  /// The lengths of one kind of text, added up. A length of 0 is not known.
  struct Sum: BitwiseCopyable {
    private(set) var words = 0.0
    private(set) var documents = 0.0

    /// Adds a length, which stands for that of so many documents.
    mutating func add(_ length: Int, times count: Double = 1) {
      guard length > 0 else { return }
      words += Double(length) * count
      documents += count
    }

    /// Adds another sum.
    mutating func add(_ other: Sum) {
      words += other.words
      documents += other.documents
    }

    /// A length as a share of the mean. A length that isn't known is taken for the mean: nothing is gained by a text whose
    /// words positions don't tell.
    func share(_ length: Int) -> Double {
      length == 0 || words == 0 ? 1 : Double(length) * documents / words
    }
  }

  /// So many documents are looked at, at most about twice as many.
  private static let sampleCount = 4_096

  /// The words in chains of what `*` covers.
  let described: Sum
  /// The words in chains of other texts.
  let text: Sum

  /// Reads the lengths of a segment's documents.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  init(of segment: Segment) throws(StorageError) {
    let step = max(1, segment.documentCount / Self.sampleCount)
    var described = Sum()
    var text = Sum()
    var positions = PositionsReader(segment)
    for document in stride(from: 0, to: segment.documentCount, by: step) {
      let bytes = try positions.record(UInt32(document))
      guard !bytes.isEmpty else { continue }
      do throws(PositionDamage) {
        guard let record = try PositionRecord(bytes) else { continue }
        described.add(record.describedCount, times: Double(step))
        text.add(record.symbolCount - record.describedCount, times: Double(step))
      } catch {
        throw StorageError(
          .corrupted, "The positions of a document are damaged.", path: segment.source.path)
      }
    }
    self.described = described
    self.text = text
  }
}
