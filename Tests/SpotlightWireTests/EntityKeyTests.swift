import FresnelModel
import SpotlightWire
import Testing

@Suite("EntityKey")
struct EntityKeyTests {
  private func item(_ values: [AttributeID: AttributeValue]) throws -> EncodedItem {
    var attributes = Attributes()
    for (id, value) in values { attributes[id] = value }
    return try EncodedItem(
      validating: ItemCodec.encode(Item(uniqueIdentifier: "x", attributes: attributes)))
  }

  @Test("An item is known by itself, its file and its page")
  func items() throws {
    let thing = EntityKey.item(app: "a", identifier: "x")
    #expect(EntityKey.keys(ofItem: try item([:]), in: IndexScope(app: "a")) == [thing])
    let whole = try item([
      .contentURL: .url("file:///F"), .url: .url("HTTPS://Example.com/A"),
      .relatedUniqueIdentifier: .string("y"),
    ])
    #expect(
      EntityKey.keys(ofItem: whole, in: IndexScope(app: "a"))
        == [thing, .file("file:///F"), .page("https://example.com/A")])
  }

  @Test(
    "An activity is known by the item that it is related to, weakly or not, its file and its page")
  func activities() throws {
    let activity = WireActivity(type: "a", webpage: "https://Example.com/")
    func keys(_ values: [AttributeID: AttributeValue]) throws -> [EntityKey] {
      EntityKey.keys(
        ofActivity: activity, attributes: try item(values), relatedIn: IndexScope(app: "a"))
    }
    let page = EntityKey.page("https://example.com/")
    #expect(
      EntityKey.keys(ofActivity: activity, attributes: nil, relatedIn: IndexScope(app: "a")) == [
        page
      ])
    #expect(try keys([.url: .url("https://elsewhere.com/")]) == [page])
    #expect(
      try keys([
        .relatedUniqueIdentifier: .string("y"), .weakRelatedUniqueIdentifier: .string("z"),
        .contentURL: .url("file:///f"),
      ]) == [.item(app: "a", identifier: "y"), .file("file:///f"), page])
    #expect(
      try keys([.weakRelatedUniqueIdentifier: .string("z")])
        == [.item(app: "a", identifier: "z"), page])
    let plain = WireActivity(type: "a")
    #expect(
      EntityKey.keys(ofActivity: plain, attributes: try item([:]), relatedIn: IndexScope(app: "a"))
        .isEmpty)
  }
}
