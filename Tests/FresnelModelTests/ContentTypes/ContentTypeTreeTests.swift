import FresnelTestSupport
import Testing

@testable import FresnelModel

@Suite("ContentTypeTree")
struct ContentTypeTreeTests {
  private func tree(_ types: [ContentType]) throws -> ContentTypeTree {
    var tree = ContentTypeTree()
    for type in types { try tree.declare(type) }
    return tree
  }

  private func type(
    _ identifier: String, _ origin: ContentType.Origin = .imported, _ supertypes: [String] = [],
    extensions: [String] = []
  ) -> ContentType {
    ContentType(
      identifier: identifier, origin: origin, supertypes: supertypes,
      tags: extensions.isEmpty ? [:] : [.filenameExtension: extensions])
  }

  private func tag(_ filenameExtension: String) throws -> ContentTag {
    try #require(ContentTag(filenameExtension, .filenameExtension))
  }

  // MARK: The system's types

  @Test("the system's tree holds every row, every parent exists and nothing conforms to itself")
  func builtInTreeIsWhole() throws {
    let builtIn = ContentTypeTree.builtIn
    #expect(builtIn.count == 481)
    var again = ContentTypeTree()
    for type in builtIn.declaredTypes {
      try again.declare(type)
      for parent in type.supertypes {
        #expect(builtIn.declaredType(parent) != nil, "\(type.identifier) has no parent \(parent)")
      }
      #expect(!builtIn.supertypes(of: type.identifier).contains(type.identifier))
      #expect(builtIn.type(type.identifier.uppercased()) == type)
    }
    #expect(again.declaredTypes == builtIn.declaredTypes)
  }

  @Test("every tag of the system's types leads to a type that has it")
  func builtInTagsLeadBack() throws {
    let builtIn = ContentTypeTree.builtIn
    for type in builtIn.declaredTypes {
      for (tagClass, values) in type.tags {
        for value in values {
          let found = builtIn.types(tagged: try #require(ContentTag(value, tagClass)))
          #expect(found.contains(type), "\(value)")
        }
      }
    }
  }

  // MARK: Declarations

  @Test(
    "an exported declaration beats an imported one in either order, and the first of equals stays")
  func exportedBeatsImported() throws {
    let exported = type("org.a.b", .exported, ["public.text"], extensions: ["one"])
    let imported = type("org.a.b", .imported, ["public.image"], extensions: ["two"])
    for order in [[exported, imported], [imported, exported]] {
      let tree = try tree(order)
      #expect(tree.type("org.a.b") == exported)
      #expect(tree.types(tagged: try tag("two")).isEmpty)
      #expect(tree.types(tagged: try tag("one")) == [exported])
    }
    #expect(try tree([imported, type("org.a.b", .imported)]).type("org.a.b") == imported)
  }

  @Test(
    "a program's import does not change a type of the system, an export of an unreserved one does")
  func builtInTypesAreKept() throws {
    var tree = ContentTypeTree.builtIn
    let pdf = try #require(tree.type("com.adobe.pdf"))
    try tree.declare(type("com.adobe.pdf", .imported, ["public.image"]))
    #expect(tree.type("com.adobe.pdf") == pdf)
    let owned = type("net.daringfireball.markdown", .exported, ["public.text"], extensions: ["md"])
    try tree.declare(owned)
    #expect(tree.type("net.daringfireball.markdown") == owned)
  }

  @Test(
    "reserved names cannot be owned",
    arguments: ["public.thing", "PUBLIC.jpeg", "com.apple.thing", "dyn.agk"])
  func reservedNames(name: String) throws {
    let error = #expect(throws: ContentTypeError.self) {
      var tree = ContentTypeTree.builtIn
      try tree.declare(type(name, .exported))
    }
    #expect(error?.code == .reservedIdentifier)
    #expect(error?.message.contains(name) == true)
  }

  @Test("a type that only another party may own can be imported")
  func reservedNamesCanBeImported() throws {
    let tree = try tree([type("public.new-thing", .imported, ["public.data"])])
    #expect(tree.conforms("public.new-thing", to: "public.data"))
  }

  @Test(
    "names of other characters are refused",
    arguments: ["", "a b", "org/type", "ö.type", "a_b", "a\0"])
  func invalidNames(name: String) {
    let error = #expect(throws: ContentTypeError.self) { _ = try tree([type(name)]) }
    #expect(error?.code == .invalidIdentifier)
  }

  @Test("the declaration that closes a circle is refused, however long the circle")
  func cycles() throws {
    var tree = try tree([
      type("org.a", .exported, ["org.b"]), type("org.b", .exported, ["org.c", "public.data"]),
    ])
    let error = #expect(throws: ContentTypeError.self) {
      try tree.declare(type("org.c", .exported, ["ORG.A"]))
    }
    #expect(error?.code == .cycle)
    #expect(throws: ContentTypeError.self) { try tree.declare(type("org.d", .exported, ["org.d"])) }
    #expect(tree.count == 2)
  }

  // MARK: Tags

  @Test("the system's type keeps its extension when a program claims it too")
  func systemTypesWinTags() throws {
    var tree = ContentTypeTree.builtIn
    try tree.declare(type("org.imported", .imported, ["public.image"], extensions: ["PNG", "zzz"]))
    try tree.declare(type("org.exported", .exported, ["public.image"], extensions: ["png", "zzz"]))
    #expect(
      tree.types(tagged: try tag("png")).map(\.identifier)
        == ["public.png", "org.exported", "org.imported"])
    #expect(
      tree.types(tagged: try tag("zzz")).map(\.identifier) == ["org.exported", "org.imported"])
    #expect(
      tree.types(tagged: try tag("png"), conformingTo: "public.audio").isEmpty)
  }

  @Test("an unknown tag gives a dynamic type that holds it and the supertype")
  func unknownTags() throws {
    let type = ContentTypeTree.builtIn.type(tagged: try tag("QQX"), conformingTo: "public.image")
    #expect(type.origin == .dynamic)
    #expect(type.tags == [.filenameExtension: ["qqx"]])
    let again = try #require(ContentTypeTree.builtIn.type(type.identifier))
    #expect(again == type)
    #expect(ContentTypeTree.builtIn.conforms(type.identifier, to: "public.data"))
  }

  @Test("MIME types lose their parameters, extensions and MIME types their case")
  func tagForms() {
    #expect(ContentTag("Text/HTML ; charset=utf-8", .mimeType)?.value == "text/html")
    #expect(ContentTag("JPG", .filenameExtension)?.value == "jpg")
    #expect(ContentTag("Word", ContentTagClass(rawValue: "org.words"))?.value == "Word")
    #expect(ContentTag("", .filenameExtension) == nil)
    #expect(ContentTag("a/b", .filenameExtension) == nil)
    #expect(ContentTag("; charset=utf-8", .mimeType) == nil)
    #expect(ContentTag("a\0", ContentTagClass(rawValue: "org.words")) == nil)
  }

  // MARK: Conformance against a model

  @Test(
    "conformance is the transitive closure of what was declared", arguments: 0..<60 as Range<UInt64>
  )
  func conformanceMatchesModel(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = (0..<8).map { "org.t\($0)" }
    var tree = ContentTypeTree()
    var edges: [String: Set<String>] = [:]
    func reaches(_ from: String, _ to: String) -> Bool {
      var closure: Set<String> = [from]
      for _ in names { closure.formUnion(closure.flatMap { edges[$0] ?? [] }) }
      return closure.contains(to)
    }
    for name in names.shuffled(using: &random) {
      let parents = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        names.randomElement(using: &random) ?? name
      }
      let isCircle = parents.contains { reaches($0, name) }
      do throws(ContentTypeError) {
        try tree.declare(type(name, .exported, parents))
        #expect(!isCircle, "seed \(seed)")
        edges[name] = Set(parents)
      } catch {
        #expect(isCircle && error.code == .cycle, "seed \(seed)")
      }
      for left in names {
        for right in names {
          #expect(tree.conforms(left, to: right) == reaches(left, right), "seed \(seed)")
        }
        let known = names.filter { $0 != left && tree.type($0) != nil && reaches(left, $0) }
        #expect(Set(tree.supertypes(of: left)) == Set(known), "seed \(seed)")
      }
    }
  }
}
