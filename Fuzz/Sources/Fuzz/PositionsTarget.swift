import FresnelModel
import FresnelSegments
import FresnelStorage

/// Positions of documents.
///
/// An input ends with the place of the positions (8 and 8 bytes) and the number of documents (4 bytes);
/// what comes before is the segment.
enum PositionsTarget: FuzzTarget {
  private static let words = ["the", "fox", "and"]

  static func seeds() throws -> [[UInt8]] {
    let long = (0..<300).map { "w\($0)" }.joined(separator: " ")
    return try [
      ["the fox and the hound"], ["the fox", "and, theFox and", "fóx and the", ""],
      Array(repeating: "the fox and o'the fox and", count: 20), [long + " the fox and"],
      [
        "IsThe fox andSo, the fox", "x:the fox and's, the fox and-",
        "TheFoxAnd theFox and, the fox and",
      ],
    ].map { titles in
      var builder = SegmentBuilder()
      for (number, title) in titles.enumerated() {
        var attributes = Attributes()
        attributes[number % 2 == 0 ? .title : .textContent] = .string(title)
        let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
        builder.add(
          try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "app"))
      }
      let source = try builder.finish(to: ByteSink.memory())
      guard let source else { return [] }
      let segment = try Segment.open(source)
      let location = segment.footer.positions
      // The groups, their places, and eight bytes that may be read behind.
      let start = Int(location.offset)
      let groupCount = (segment.documentCount + 15) / 16
      let end = start + Int(location.byteCount) + 8 * groupCount
      var bytes = Array(try contents(of: source)[start..<end])
      bytes.append(number: 0 as UInt64)
      bytes.append(number: location.byteCount)
      bytes.append(number: UInt32(segment.documentCount))
      return bytes
    }
  }

  static func examine(_ input: [UInt8]) {
    guard input.count >= 20 else { return }
    let end = input.count - 20
    let source = ByteSource(memory: Array(input[..<end]))
    let location = PositionsLocation(
      offset: input.number(UInt64.self, at: end), byteCount: input.number(UInt64.self, at: end + 8))
    let documentCount = Int(input.number(UInt32.self, at: end + 16))
    for form in 0..<8 {
      let isFirstWhole = form & 1 == 0
      let isLastWhole = form & 2 == 0
      let isWhole = isFirstWhole && isLastWhole
      let clause = PhraseClause(
        words: words.map { Array($0.utf8) }, isFirstWhole: isFirstWhole, isLastWhole: isLastWhole,
        coversDescribed: true, coversText: isLastWhole,
        edges: form & 4 == 0 ? .wordBoundaries : .runs)
      var test = PhraseTest(
        clause, PositionsReader(source, location, documentCount: documentCount))
      for document in 0..<UInt32(min(documentCount, 100)) {
        do throws(StorageError) {
          let answer = try test.answer(document)
          expect(isWhole || answer != .yes, "What is not whole is proven.")
        } catch {
          expect(error.code == .corrupted, "The error is another than damage.")
        }
      }
    }
  }
}
