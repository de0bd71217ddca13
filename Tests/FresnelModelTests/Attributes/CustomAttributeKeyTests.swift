import FresnelModel
import Testing

@Suite("CustomAttributeKey")
struct CustomAttributeKeyTests {
  @Test(arguments: ["a", "com_example_app_key", "_", "0", String(repeating: "x", count: 255)])
  func `letters, digits and underscores make a name`(name: String) {
    #expect(CustomAttributeKey.isValid(name: name))
    #expect(CustomAttributeKey.validName(from: name) == name)
  }

  @Test(arguments: [
    ("country code", "country_code"), ("a.b-c", "a_b_c"), ("größe", "gr__e"), ("京", "_"),
    (String(repeating: "é", count: 300), String(repeating: "_", count: 255)),
  ])
  func `any other name has a valid one close to it`(name: String, valid: String) {
    #expect(!CustomAttributeKey.isValid(name: name))
    #expect(CustomAttributeKey.validName(from: name) == valid)
  }

  @Test func `the empty name has none`() {
    #expect(!CustomAttributeKey.isValid(name: ""))
    #expect(CustomAttributeKey.validName(from: "") == nil)
  }

  @Test func `keys of one name are one key, and the flags set last count`() throws {
    let first = AttributeKey.custom(CustomAttributeKey(name: "a"))
    let second = AttributeKey.custom(CustomAttributeKey(name: "a", isSearchable: false))
    #expect(first == second)
    var attributes = Attributes()
    attributes[first] = .integer(1)
    attributes[second] = .integer(2)
    #expect(attributes.values.count == 1)
    guard case .custom(let stored)? = attributes.storedKey(for: first) else {
      Issue.record("no key")
      return
    }
    #expect(!stored.isSearchable)
  }
}
