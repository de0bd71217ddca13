import FresnelEngine
import FresnelModel
import Testing

@testable import PublicIndex

struct PageCacheTests {
  private func page(_ text: String) throws -> PageCache.Page {
    let item = try EncodedItem(
      validating: ItemCodec.encode(PublicIndexFixture.page("a", title: "T", text: text)))
    return PageCache.Page(of: item, language: "en")
  }

  private func identifier(_ number: Int) -> ArraySlice<UInt8> { Array("page \(number)".utf8)[...] }

  @Test func pagesAreKnownByIdentifierAndLanguage() throws {
    let cache = PageCache()
    cache.add([(identifier(1), try page("one")), (identifier(2), try page("two"))], language: "en")
    let known = cache.pages([identifier(2), identifier(3), identifier(1)], language: "en")
    #expect(
      known.map { $0.map { String(decoding: $0.words.bytes, as: UTF8.self) } }
        == ["t\ntwo\n", nil, "t\none\n"])
    #expect(cache.pages([identifier(1)], language: "tr")[0] == nil)
  }

  @Test func whatIsAskedForStaysWhenOthersGo() throws {
    let cache = PageCache(byteCount: 100_000)
    let page = try page(String(repeating: "word ", count: 200))
    for number in 0..<1_000 {
      cache.add([(identifier(number), page)], language: "en")
      #expect(cache.pages([identifier(0)], language: "en")[0] != nil)
    }
    let left = (0..<1_000).count { cache.pages([identifier($0)], language: "en")[0] != nil }
    #expect((10..<100).contains(left))
  }

  @Test func aSearchFindsTheSameWithAndWithoutKnownPages() async throws {
    let fixture = try PublicIndexFixture()
    try await fixture.put(
      (0..<200).map {
        PublicIndexFixture.page("\($0)", title: "Page \($0 % 7)", text: "word\($0 % 5) sea turtle")
      })
    let search = PublicSearch(fixture.store.snapshot())
    let tiny = PublicSearch(fixture.store.snapshot(), cache: PageCache(byteCount: 2_000))
    for question in ["page 3", "word2 turtle", "sea turtle", "page word1 nothing"] {
      let first = try search.results(for: Question(question, limit: 200))
      let again = try search.results(for: Question(question, limit: 200))
      let other = try tiny.results(for: Question(question, limit: 200))
      #expect(!first.isEmpty)
      #expect(first.map(\.item.uniqueIdentifier) == again.map(\.item.uniqueIdentifier))
      #expect(first.map(\.score) == other.map(\.score))
    }
  }
}
