import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage

/// Columns for filters; see ``SectionInput``. The number of documents, in four bytes, is in front of
/// the place.
enum ColumnsTarget: FuzzTarget {
  private static let comparisons: [CompiledComparison] = [
    "rating > 2", "fileSize == 7", "contentCreationDate < $time.now",
    "kMDItemContentCreationDate != $time.today", "kMDItemContentType == \"public*\"cd",
    "app_flag == 1", "app_note != \"b*\"", "keywords == \"*o*\"c", "rating != 3",
  ].compactMap { text in
    guard case .comparison(let comparison) = SampleQueries.compile(text).root else { return nil }
    return comparison
  }

  static func seeds() throws -> [[UInt8]] {
    try [0, 1, 40, 1_500].map { count in
      var sink = ByteSink.memory()
      var writer = ColumnsWriter()
      for number in 0..<count {
        var item = SampleItems.items[number % 3]
        item.attributes[.rating] = .integer(Int64(number % 6))
        if number % 4 == 0 {
          item.attributes[.fileSize] = .double(Double(number) / 3)
          let name = AttributeKey.custom(CustomAttributeKey(name: "app_note"))
          item.attributes[name] = .string("note \(number % 5)")
        }
        writer.add(try EncodedItem(validating: ItemCodec.encode(item)))
      }
      let location = try writer.finish(to: &sink)
      return try SectionInput.bytes(sink) {
        $0.append(number: UInt32(count))
        location.encode(to: &$0)
      }
    }
  }

  static func examine(_ input: [UInt8]) {
    guard let section = SectionInput(input), section.location.count >= 4,
      let location = section.decode({ (bytes, position) throws(StorageError) in
        position = 4
        return try ColumnsLocation.decode(bytes, at: &position)
      })
    else { return }
    let documentCount = Int(section.location.number(UInt32.self, at: 0))
    guard
      let columns = try? Columns(section.source, location, documentCount: documentCount)
    else { return }
    examine(columns, documentCount: documentCount)
  }

  /// Filters the first documents one by one and in leaps.
  static func examine(_ columns: Columns, documentCount: Int) {
    let limit = UInt32(min(documentCount, 3_000))
    for comparison in comparisons {
      isReadable { () throws(StorageError) in
        guard var filter = try columns.filter(for: comparison) else { return }
        expect((0...1).contains(filter.estimatedShare), "A share is not from 0 to 1.")
        for document in 0..<limit { _ = try filter.matches(document) }
      }
      isReadable { () throws(StorageError) in
        guard var filter = try columns.filter(for: comparison) else { return }
        var document: UInt32 = 0
        while document < limit {
          let next = try filter.next(from: document)
          expect(next >= document, "A filter leaps backwards.")
          expect(next == .max || next < documentCount, "A document is none of the segment's.")
          if next == .max { break }
          document = next + 1
        }
      }
    }
  }
}
