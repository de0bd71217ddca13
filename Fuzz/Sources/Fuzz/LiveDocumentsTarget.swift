import FresnelSegments

/// Lists of live documents.
///
/// An input is the bytes of a file, the number of documents that its segment has (2 bytes), and one
/// byte more. Of that, bit 0 asks for a checksum that agrees.
enum LiveDocumentsTarget: FuzzTarget {
  private static let segment: UInt64 = 7

  static func seeds() throws -> [[UInt8]] {
    [(0, 1), (1, 1), (300, 1), (300, 2), (300, 40), (300, 299)].map { count, step in
      var live = LiveDocuments(count: count)
      for document in stride(from: 0, to: count, by: step) { _ = live.remove(document) }
      var bytes = live.encoded(segment: segment)
      bytes.append(number: UInt16(count))
      return bytes + [1]
    }
  }

  static func examine(_ input: [UInt8]) {
    guard input.count >= 3 else { return }
    let documentCount = Int(input.number(UInt16.self, at: input.count - 3))
    var file = Array(input.dropLast(3))
    if input.last.map({ $0 & 1 }) == 1, file.count >= 4 {
      file.store(number: file.checksum(0..<(file.count - 4)), at: file.count - 4)
    }
    guard
      let live = try? LiveDocuments(
        decoding: file, segment: segment, documentCount: documentCount)
    else { return }
    var documents: [Int] = []
    live.forEach {
      documents.append($0)
      return true
    }
    expect(documents.count == live.count, "The count is not that of the documents.")
    expect(documents.allSatisfy { $0 < documentCount }, "A document is none of the segment's.")
    let again = try? LiveDocuments(
      decoding: live.encoded(segment: segment), segment: segment, documentCount: documentCount)
    expect(again == live, "What was read is not read again as it was written.")
  }
}
