import FresnelModel
import FresnelStorage
import Testing

@testable import FresnelSegments

@Suite("DocumentSample")
struct DocumentSampleTests {
  @Test(
    "documents are chosen from all over a segment, each once",
    arguments: [256, 257, 1000, 1024, 5000, 70_000, 1_000_001])
  func choosesDocuments(count: Int) {
    let documents = DocumentSample(documentCount: count).documents
    #expect(zip(documents, documents.dropFirst()).allSatisfy { $0 < $1 })
    #expect(documents.count >= 256 && documents.count <= 1024)
    #expect(documents.allSatisfy { (0..<count).contains($0) })
    #expect(documents.contains { $0 < count / 4 } && documents.contains { $0 >= count * 3 / 4 })
  }

  @Test("nothing is learnt of a few documents, symbols of more, a dictionary too of many")
  func learnsWhatPays() throws {
    for (count, hasSymbols, hasDictionary) in [
      (0, false, false), (200, false, false), (300, true, false), (70_000, true, true),
    ] {
      var sample = DocumentSample(documentCount: count)
      for document in sample.documents { try sample.add(item(document)) }
      let coding = sample.finish()
      #expect((coding.symbols != nil) == hasSymbols, "\(count)")
      #expect((coding.dictionary.count > 1) == hasDictionary, "\(count)")
      #expect((coding.effort == .great) == hasDictionary, "\(count)")
    }
  }

  @Test("a dictionary never begins as one of zstd's own form, and has a bounded length")
  func makesRawDictionaries() throws {
    var sample = DocumentSample()
    for number in 0..<3000 { try sample.add(item(number, textByteCount: 4000)) }
    let dictionary = sample.finish().dictionary
    #expect(dictionary.first == 0)
    #expect(dictionary.count <= ItemDictionary.greatestByteCount)
    #expect(dictionary.count == 112 << 10)
  }

  private func item(_ number: Int, textByteCount: Int = 50) throws -> EncodedItem {
    var attributes = Attributes()
    attributes[.title] = .string("Lighthouse \(number)")
    attributes[.textContent] = .string(String(repeating: "wave ", count: textByteCount / 5))
    return try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: "i\(number)", attributes: attributes)))
  }
}
