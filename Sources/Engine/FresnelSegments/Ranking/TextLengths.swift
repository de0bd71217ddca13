import FresnelStorage

/// How long the texts of a segment's documents are: what lengths are compared with when documents are ranked.
///
/// Of a large segment groups of neighbours at even distances stand for all. The records of a group lie side by side, so a
/// group costs a block or two; each of as many single documents would cost a block of its own.
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

  /// So many groups are looked at, at most about twice as many.
  private static let sampleGroupCount = 256
  /// Reading a group takes about as long as so many postings, where the cache does not have it.
  private static let stepsPerGroup = 512

  /// The words in chains of what `*` covers.
  let described: Sum
  /// The words in chains of other texts.
  let text: Sum
  /// Whether all groups were read that stand for the segment: the budget may end before.
  let isWhole: Bool

  /// Reads the lengths of a segment's documents.
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - sampleGroupCount: About how many groups stand for a large segment.
  ///   - budget: When it is exhausted, what was read until then stands for the segment.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(1): at most two blocks of records, and one of their places, for each group that is looked at, unless
  ///   the records of a group take more than a block.
  init(
    of segment: Segment, sampleGroupCount: Int = TextLengths.sampleGroupCount,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    let capacity = PositionFormat.groupCapacity
    let groupCount = (segment.documentCount + capacity - 1) / capacity
    let step = max(1, groupCount / sampleGroupCount)
    var described = Sum()
    var text = Sum()
    var isWhole = true
    var positions = PositionsReader(segment)
    for group in stride(from: 0, to: groupCount, by: step) {
      guard budget.spend(steps: Self.stepsPerGroup) else {
        isWhole = false
        break
      }
      for document in group * capacity..<min((group + 1) * capacity, segment.documentCount) {
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
    }
    self.described = described
    self.text = text
    self.isWhole = isWhole
  }
}
