import Testing
import WebDocuments

@testable import WebMarkup

struct AppLinksTests {
  private func read(_ tags: [(String, String)], _ attribute: String = "property") -> (
    AppLinks, [String]
  ) {
    var diagnostics: [Diagnostic] = []
    let head = tags.map { "<meta \(attribute)='\($0)' content='\($1)'>" }.joined()
    let links = AppLinks.read(SmallPage.elements(head: head).tags, &diagnostics)
    return (links, diagnostics.codes)
  }

  @Test func repeatedKeysAndBareTagsBeginNewEntries() {
    let (links, codes) = read([
      ("al:ios", ""), ("al:ios:url", "a://1"), ("al:ios", ""), ("al:ios:app_name", "B"),
      ("al:ios:url", "b://1"), ("al:ios:url", "c://1"), ("al:ios:app_store_id", "3"),
      ("al:linux:url", "l://1"), ("al:linux:app_id", "org.example.App"),
      ("al:tv:url", "t://1"), ("al:ios:colour", "red"), ("al:android:url", ""),
    ])
    #expect(
      links.entries[.iOS]?.map(\.fields) == [
        ["url": "a://1"], ["app_name": "B", "url": "b://1"], ["url": "c://1", "app_store_id": "3"],
      ])
    #expect(links.entries[.linux]?.first?.storeID == "org.example.App")
    #expect(Set(links.entries.keys) == [.iOS, .linux])
    #expect(codes.isEmpty)
  }

  @Test func neededFieldsAreAskedFor() {
    let (_, codes) = read([
      ("al:ios:app_name", "A"), ("al:android:url", "a://1"), ("al:ipad:url", "no address"),
    ])
    #expect(
      codes == [
        "applinks-ios-url-missing", "applinks-ios-url-missing", "applinks-android-package-missing",
      ])
  }

  @Test func tagsInNameAreReadAndReported() {
    let (links, codes) = read([("al:ios:url", "a://1")], "name")
    #expect(links.entries[.iOS]?.first?.url == "a://1")
    #expect(codes == ["property-in-name-attribute"])
  }

  @Test func theWebIsWhereNoAppFitsUnlessItIsRuledOut() {
    #expect(read([]).0.fallsBackToWeb)
    let (links, _) = read([
      ("al:web:url", "https://example.com/w"), ("al:web:should_fallback", "False"),
    ])
    #expect(links.webURL == "https://example.com/w")
    #expect(!links.fallsBackToWeb)
  }
}
