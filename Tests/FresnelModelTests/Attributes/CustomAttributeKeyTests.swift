import FresnelModel
import Testing

@Suite("CustomAttributeKey")
struct CustomAttributeKeyTests {
  @Test(arguments: ["a", "com_example_app_key", "_", "0", String(repeating: "x", count: 255)])
  func `letters, digits and underscores make a name`(name: String) {
    #expect(CustomAttributeKey.isValid(name: name))
  }

  @Test(arguments: ["", "country code", "a.b-c", "größe", "京", String(repeating: "x", count: 256)])
  func `nothing else makes a name`(name: String) {
    #expect(!CustomAttributeKey.isValid(name: name))
  }

  @Test func `keys of one name are one key, and the flags set last count`() throws {
    let first = AttributeKey.custom(CustomAttributeKey(name: "a"))
    let second = AttributeKey.custom(CustomAttributeKey(name: "a", isSearchable: false))
    #expect(first == second)
    var attributes = Attributes()
    attributes[first] = .integer(1)
    attributes[second] = .integer(2)
    #expect(attributes.values.count == 1)
    guard case .custom(let stored)? = attributes.values.keys.first else {
      Issue.record("no key")
      return
    }
    #expect(!stored.isSearchable)
  }
}
