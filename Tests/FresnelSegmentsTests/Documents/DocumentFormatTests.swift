import FresnelModel
import FresnelStorage
import Testing

@testable import FresnelSegments

@Suite("The format of documents")
struct DocumentFormatTests {
  @Test("the example of the format's description is what is written")
  func writesTheExample() throws {
    var attributes = Attributes()
    attributes[.title] = .string("Hi")
    attributes[.textContent] = .string("Milk and honey")
    let first = Item(uniqueIdentifier: "a", domainIdentifier: "d", attributes: attributes)
    let second = Item(
      uniqueIdentifier: "b", domainIdentifier: "d",
      expiration: Timestamp(secondsSinceReferenceDate: 1))
    var writer = DocumentStoreWriter(compresses: false)
    var sink = ByteSink.memory()
    try writer.add(
      EncodedItem(opening: ItemCodec.encode(first)), scope: 0, staticScore: 0x0403_0201, to: &sink)
    try writer.add(
      EncodedItem(opening: ItemCodec.encode(second)), scope: 1, staticScore: 1, to: &sink)
    _ = try writer.finish(to: &sink)
    let source = try #require(try sink.finish())
    let bytes = try Array(source.pin(0, Int(source.byteCount)).bytes)
    let expected: [UInt8] =
      [0x02, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]
      + [0x01, 0x00, 0x11, 0xa0, 0x02, 0x0e] + Array("Milk and honey".utf8)
      + [UInt8](repeating: 0, count: 12) + [
        0x10, 0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0x14, 0, 0, 0,
      ]
      + [0, 0, 0, 0, 0x01, 0x02, 0x03, 0x04, 0x0c, 0, 0x1e, 0]
      + [0x00, 0x22, 0x40, 0x01, 0x00, 0x01, 0x64, 0x61, 0x1c, 0x02, 0x48, 0x69]
      + [0x80, 0x84, 0x8c, 0x20, 0x07, 0x01, 0x1e, 0x01, 0x05, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x62]
      + [0, 0] + [0, 0, 0, 0, 0x04, 0, 0, 0]
    #expect(bytes == expected)
  }
}
