import Testing

@testable import CoreSpotlight

@Suite("CSCustomAttributeKey")
struct CSCustomAttributeKeyTests {
  @Test("names are ASCII letters, digits and underscores", arguments: ["a", "com_example_1", "_"])
  func goodNames(name: String) throws {
    let key = try #require(CSCustomAttributeKey(keyName: name))
    #expect(key.keyName == name && key.isSearchable)
    #expect(!key.isSearchableByDefault && !key.isUnique && !key.isMultiValued)
  }

  @Test(
    "other names make no key", arguments: ["", "a-b", "é", "a b", "kMDItemTitle", "com.example"])
  func badNames(name: String) {
    #expect(CSCustomAttributeKey(keyName: name) == nil)
  }

  @Test("a key survives secure coding and equals keys of its name")
  func coding() throws {
    let key = try #require(
      CSCustomAttributeKey(
        keyName: "a", searchable: false, searchableByDefault: true, unique: true, multiValued: true
      ))
    let data = try NSKeyedArchiver.archivedData(withRootObject: key, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CSCustomAttributeKey.self, from: data))
    #expect(read == key && read.hash == key.hash)
    #expect(!read.isSearchable && read.isSearchableByDefault && read.isUnique && read.isMultiValued)
  }
}
