import FresnelEngine
import FresnelModel
import Testing

@testable import PublicIndex

@Suite("What results show of a page")
struct ResultPageTests {
  private static func page(_ picture: String) -> Item {
    var item = PublicIndexFixture.page("https://a.example/", title: "Pasta")
    PageCard(site: "A", thumbnail: PageCard.Picture(url: picture)).write(to: &item.attributes)
    return item
  }

  @Test("is what the index held when the search was made, however often it is asked for")
  func followsTheSearchedState() async throws {
    let fixture = try PublicIndexFixture()
    try await fixture.put([Self.page("https://a.example/old.png")])
    let before = PublicSearch(fixture.store.snapshot())
    func picture(_ search: PublicSearch) throws -> String? {
      try search.results(for: Question("pasta")).first?.page.card.thumbnail?.url
    }
    #expect(try picture(before) == "https://a.example/old.png")
    // Differs in nothing that is searched, so that it is kept as a patch.
    try await fixture.put([Self.page("https://a.example/new.png")])
    #expect(try picture(before) == "https://a.example/old.png")
    let after = PublicSearch(fixture.store.snapshot())
    #expect(try picture(after) == "https://a.example/new.png")
    #expect(try picture(after) == "https://a.example/new.png")
  }

  @Test("reads alike from blocks of any length")
  func blockLengths() async throws {
    let pages = (0..<300).map { number in
      var item = PublicIndexFixture.page(
        "https://a.example/\(number)", title: "Page \(number)",
        text: String(repeating: "word ", count: number * 7 % 200))
      item.attributes[.contentDescription] = .string(
        String(repeating: "Of \(number). ", count: 1 + number * 11 % 40))
      PageCard(site: "Site \(number)", type: "Recipe").write(to: &item.attributes)
      return item
    }
    for blockByteCount in [nil, 1, 500, PublicPages.writingOptions.itemBlockByteCount] {
      let fixture = try PublicIndexFixture(itemBlockByteCount: blockByteCount)
      try await fixture.put(pages)
      try fixture.store.compact()
      let search = PublicSearch(fixture.store.snapshot())
      for number in [0, 1, 150, 299] {
        let page = try #require(try search.results(for: Question("\(number)")).first?.page)
        let expected = ResultPage(
          of: try EncodedItem(validating: ItemCodec.encode(pages[number])))
        #expect(page.json == expected.json)
        #expect(page.card == expected.card)
      }
    }
  }
}
