import FresnelModel
import FresnelSegments

/// Live-documents files.
///
/// An input is the bytes of a file, the number of documents that its segment has (2 bytes), and one
/// byte more. Of that, bit 0 asks for a checksum that agrees.
enum LiveDocumentsTarget: FuzzTarget {
  private static let segment: UInt64 = 7

  static func seeds() throws -> [[UInt8]] {
    try [(0, 1, 0), (1, 1, 0), (300, 1, 0), (300, 2, 0), (300, 40, 3), (300, 299, 60)].map {
      count, step, patchCount in
      var changes = SegmentChanges(live: LiveDocuments(count: count))
      for document in stride(from: 0, to: count, by: step) { _ = changes.live.remove(document) }
      for number in 0..<patchCount where changes.live[number * 4 + 1] {
        changes.patches.set(try patch(number), of: UInt32(number * 4 + 1))
      }
      var bytes = changes.encoded(segment: segment)
      bytes.append(number: UInt16(count))
      return bytes + [1]
    }
  }

  /// A renewal, or an update of some attributes.
  private static func patch(_ number: Int) throws -> DocumentPatch {
    let expiration =
      number % 2 == 0 ? nil : Timestamp(secondsSinceReferenceDate: Double(number))
    if number % 3 == 0 { return DocumentPatch(expiration: expiration, itemByteCount: number) }
    var update = Item(uniqueIdentifier: "", expiration: expiration, isUpdate: true)
    update.attributes[.pageCount] = .integer(Int64(number))
    if number % 4 == 1 { update.attributes[.fileSize] = .null }
    return DocumentPatch(
      expiration: expiration, itemByteCount: 1000 + number,
      changes: try EncodedItem(validating: ItemCodec.encode(update)))
  }

  static func examine(_ input: [UInt8]) {
    guard input.count >= 3 else { return }
    let documentCount = Int(input.number(UInt16.self, at: input.count - 3))
    var file = Array(input.dropLast(3))
    if input.last.map({ $0 & 1 }) == 1, file.count >= 4 {
      file.store(number: file.checksum(0..<(file.count - 4)), at: file.count - 4)
    }
    guard
      let changes = try? SegmentChanges(
        decoding: file, segment: segment, documentCount: documentCount)
    else { return }
    let live = changes.live
    var documents: [Int] = []
    live.forEach {
      documents.append($0)
      return true
    }
    expect(documents.count == live.count, "The count is not that of the documents.")
    expect(documents.allSatisfy { $0 < documentCount }, "A document is none of the segment's.")
    changes.patches.forEach { document, patch in
      expect(live[Int(document)], "A document that is gone has a patch.")
      expect(
        patch.changes.map { (try? $0.validate()) != nil } ?? true, "A patch was not validated.")
      if let bytes = try? ItemCodec.encode(SampleItems.items[2]),
        let item = try? EncodedItem(opening: bytes), let patched = try? patch.applied(to: item)
      {
        expect((try? patched.validate()) != nil, "A patch makes an item that is damaged.")
      }
    }
    let again = try? SegmentChanges(
      decoding: changes.encoded(segment: segment), segment: segment, documentCount: documentCount)
    expect(again == changes, "What was read is not read again as it was written.")
  }
}
