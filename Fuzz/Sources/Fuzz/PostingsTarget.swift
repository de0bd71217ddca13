import FresnelSegments
import FresnelStorage

/// Posting lists.
///
/// An input ends with the list's place (8, 4 and 4 bytes) and the number of documents (4 bytes); what
/// comes before is the segment.
enum PostingsTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (count, step, certainty) in [(1, 1, 3), (2, 9, 1), (128, 1, 3), (300, 7, 2), (700, 90, 4)] {
      var encoder = PostingListEncoder()
      for index in 0..<count {
        let certainty = certainty == 4 ? index % 4 : certainty
        let jitter = step > 1 ? index % 3 : 0
        encoder.append(UInt32(index * step + jitter), certainty: UInt8(certainty))
      }
      var sink = ByteSink.memory()
      let list = try encoder.finish(to: &sink)
      try sink.append(0 as UInt64)
      var bytes = try contents(of: sink.finish())
      bytes.append(number: list.offset)
      bytes.append(number: list.byteCount)
      bytes.append(number: list.count)
      bytes.append(number: UInt32(count * step + 3))
      seeds.append(bytes)
    }
    return seeds
  }

  static func examine(_ input: [UInt8]) {
    guard input.count >= 20 else { return }
    let end = input.count - 20
    let source = ByteSource(memory: Array(input[..<end]))
    let list = PostingListLocation(
      offset: input.number(UInt64.self, at: end), byteCount: input.number(UInt32.self, at: end + 8),
      count: input.number(UInt32.self, at: end + 12))
    let documentCount = Int(input.number(UInt32.self, at: end + 16))
    let documents = walk(source, list, documentCount)
    walkBlocks(source, list, documentCount, documents)
    if let documents { advance(source, list, documentCount, documents) }
  }

  /// The documents in order, or `nil` when the list turns out to be damaged.
  private static func walk(
    _ source: ByteSource, _ list: PostingListLocation, _ documentCount: Int
  ) -> [UInt32]? {
    var documents: [UInt32] = []
    do throws(StorageError) {
      var cursor = try PostingCursor(source, list, documentCount: documentCount)
      while cursor.document != .max {
        expect(cursor.certainty <= 3, "A certainty is greater than 3.")
        expect(cursor.document < documentCount, "A document is none of the segment's.")
        expect(documents.last.map { $0 < cursor.document } ?? true, "Documents do not ascend.")
        documents.append(cursor.document)
        try cursor.next()
      }
      expect(documents.count == cursor.count, "There are not as many postings as the list says.")
      return documents
    } catch {
      expect(error.code == .corrupted, "The error is another than damage.")
      return nil
    }
  }

  private static func walkBlocks(
    _ source: ByteSource, _ list: PostingListLocation, _ documentCount: Int, _ expected: [UInt32]?
  ) {
    var documents: [UInt32] = []
    do throws(StorageError) {
      var cursor = try PostingCursor(source, list, documentCount: documentCount)
      while let block = try cursor.nextBlock() {
        expect(block.documents.count == block.certainties.count, "Certainties are missing.")
        expect(block.certainties.allSatisfy { $0 <= 3 }, "A certainty is greater than 3.")
        documents += block.documents
      }
      expect(expected == documents, "Blocks differ from single steps.")
    } catch {
      expect(expected == nil, "Blocks are damaged that single steps can read.")
    }
  }

  private static func advance(
    _ source: ByteSource, _ list: PostingListLocation, _ documentCount: Int, _ documents: [UInt32]
  ) {
    for step in [1, 60, 1000] as [UInt32] {
      do throws(StorageError) {
        var cursor = try PostingCursor(source, list, documentCount: documentCount)
        var target: UInt32 = 0
        var index = 0
        while index < documents.count {
          while index < documents.count, documents[index] < target { index += 1 }
          try cursor.advance(to: target)
          let expected = index < documents.count ? documents[index] : .max
          expect(cursor.document == expected, "A list advances to a wrong posting.")
          let (next, isBehind) = max(target, expected).addingReportingOverflow(step)
          if isBehind { break }
          target = next
        }
      } catch {
        expect(false, "A list that can be read can't be skipped through.")
      }
    }
  }
}
