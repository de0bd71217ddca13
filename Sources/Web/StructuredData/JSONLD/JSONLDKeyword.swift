/// The words of JSON-LD that begin with `@`.
enum JSONLDKeyword {
  private static let all: Set<String> = [
    "@base", "@container", "@context", "@direction", "@graph", "@id", "@import", "@included",
    "@index", "@json", "@language", "@list", "@nest", "@none", "@prefix", "@propagate",
    "@protected", "@reverse", "@set", "@type", "@value", "@version", "@vocab",
  ]

  /// Whether a text is a word of JSON-LD.
  static func contains(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "@") && all.contains(text)
  }

  /// Whether a text looks like one: an `@` and then letters only. Such texts are kept for later versions.
  static func looksLikeOne(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "@") && bytes.count > 1
      && bytes.dropFirst().allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
      }
  }
}
