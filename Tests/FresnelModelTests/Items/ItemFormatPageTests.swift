import FresnelModel
import Foundation
import Testing

/// Keeps the worked example of `Documentation/formats/item.md` true.
@Suite("Item format page")
struct ItemFormatPageTests {
  private static let example = Item(
    uniqueIdentifier: "note-1", domainIdentifier: "notes",
    expiration: Timestamp(secondsSinceReferenceDate: 1),
    attributes: Attributes([
      .builtIn(.title): .string("Café"),
      .builtIn(.pageCount): .integer(-300),
      .builtIn(.keywords): .array([.string("a"), .boolean(true)]),
      .custom(CustomAttributeKey(name: "stars", isSearchableByDefault: true)): .double(0.5),
    ]))

  @Test func `the example of the page is what the encoder gives`() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let fence = try #require(page.range(of: "```hex\n"))
    let end = try #require(page[fence.upperBound...].range(of: "```"))
    let bytes = page[fence.upperBound..<end.lowerBound].split(separator: "\n").flatMap { line in
      // Each line: the offset, the bytes in hexadecimal, a bar and what they mean.
      line.prefix { $0 != "|" }.split(separator: " ").dropFirst().compactMap {
        UInt8($0, radix: 16)
      }
    }
    #expect(bytes == (try ItemCodec.encode(Self.example)))
  }

  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation/formats/item.md")
}
