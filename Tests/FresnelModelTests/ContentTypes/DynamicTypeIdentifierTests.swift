import FresnelModel
import FresnelTestSupport
import Testing

@Suite("DynamicTypeIdentifier")
struct DynamicTypeIdentifierTests {
  private static let data = ["public.data"]

  /// Identifiers that Apple's systems made, as seen in public: what each says is known.
  private static let wild: [(String, ContentTagClass, String)] = [
    ("dyn.ah62d4rv4ge81e5pe", .filenameExtension, "rmd"),
    ("dyn.ah62d4rv4ge81k5pu", .filenameExtension, "tmp"),
    ("dyn.ah62d4rv4ge81g6pq", .filenameExtension, "sql"),
    ("dyn.ah62d4rv4ge81g6xy", .filenameExtension, "srt"),
    ("dyn.ah62d4rv4ge81gqm0", .filenameExtension, "s16"),
    ("dyn.ah62d4rv4ge80s6d2", .filenameExtension, "gpx"),
    ("dyn.ah62d4rv4ge81e62", .filenameExtension, "rs"),
    ("dyn.ah62d4rv4ge80425uqk", .filenameExtension, "mcpb"),
    ("dyn.ah62d4rv4ge8024p0sa", .filenameExtension, "livp"),
    ("dyn.ah62d4rv4ge80g55sq2", .filenameExtension, "conf"),
    ("dyn.ah62d4rv4ge80s6xbqv0gn", .filenameExtension, "gradle"),
    ("dyn.ah62d4rv4ge80e7dxr31086a", .filenameExtension, "btsnoop"),
    ("dyn.ah62d4rv4gk8zuxnxnq", ContentTagClass(rawValue: "com.apple.ostype"), "XMSS"),
    (
      "dyn.ah62d4rv4gu8y63n2nuuhg5pbsm4ca6dbsr4gnkduqf31k3pcr7u1e3basv61a3k",
      ContentTagClass(rawValue: "com.apple.nspboard-type"), "NeXT smart paste pasteboard type"
    ),
  ]

  @Test("identifiers made on Apple's systems say here what they say there", arguments: wild)
  func wildIdentifiersDecode(identifier: String, tagClass: ContentTagClass, tag: String) throws {
    let contents = try #require(DynamicTypeIdentifier(decoding: identifier))
    #expect(contents == DynamicTypeIdentifier(supertypes: Self.data, tags: [tagClass: [tag]]))
  }

  @Test("the same contents give the identifier that Apple's systems make", arguments: wild)
  func wildIdentifiersEncode(identifier: String, tagClass: ContentTagClass, tag: String) {
    let contents = DynamicTypeIdentifier(supertypes: Self.data, tags: [tagClass: [tag]])
    #expect(contents.identifier == identifier)
  }

  @Test("one tag without a supertype has the short form")
  func oneTagAlone() throws {
    let contents = DynamicTypeIdentifier(
      supertypes: [], tags: [.mimeType: ["application/vnd.apple.mpegurl"]])
    #expect(contents.identifier == "dyn.agq80c6durvy0g2pyrf106p50r3wc62pusb0gnpxrsbw0s7pwru")
    #expect(DynamicTypeIdentifier(decoding: contents.identifier) == contents)
  }

  @Test("case does not count")
  func caseDoesNotCount() {
    let lower = DynamicTypeIdentifier(decoding: "dyn.ah62d4rv4ge81g6pq")
    #expect(DynamicTypeIdentifier(decoding: "DYN.AH62D4RV4GE81G6PQ") == lower)
  }

  @Test("several values, digits that look like abbreviations and punctuation survive")
  func specialContents() {
    let contents = DynamicTypeIdentifier(
      supertypes: ["org.example.thing", "public.text"],
      tags: [
        .filenameExtension: ["1", "a:b", "x,y", "q=?", "\\", "ö"],
        ContentTagClass(rawValue: "org.example.class"): ["6"],
      ])
    #expect(DynamicTypeIdentifier(decoding: contents.identifier) == contents)
  }

  @Test(
    "what is not of the form is refused",
    arguments: [
      "", "dyn.", "dyn.a", "dyn.b1234", "public.data", "dyn.aa", "dyn.ah62d4rv4ge8",
      "dyn.ah62d4rv4ge8o", "dyn.a!", "dyn.a99999999",
    ])
  func malformedIdentifiers(identifier: String) {
    #expect(DynamicTypeIdentifier(decoding: identifier) == nil)
  }

  @Test("random contents round-trip", arguments: 0..<200 as Range<UInt64>)
  func randomContentsRoundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("abz019.-/:,=?\\ ÄЖ字")
    func word() -> String {
      String(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "a"
        })
    }
    var contents = DynamicTypeIdentifier(supertypes: [], tags: [.mimeType: [word()]])
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      contents.supertypes.append("org." + word())
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      contents.tags[.filenameExtension, default: []].append(word())
    }
    #expect(DynamicTypeIdentifier(decoding: contents.identifier) == contents, "seed \(seed)")
  }

  @Test("damaged identifiers never trap, and what they say can be written again")
  func damagedIdentifiers() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<4000 {
      let start = Self.wild[round % Self.wild.count].0
      let text = String(decoding: random.mutate(Array(start.utf8)), as: UTF8.self)
      guard let contents = DynamicTypeIdentifier(decoding: text) else { continue }
      #expect(
        DynamicTypeIdentifier(decoding: contents.identifier) == contents, "round \(round): \(text)")
    }
  }
}
