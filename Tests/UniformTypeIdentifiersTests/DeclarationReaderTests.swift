import FresnelModel
import FresnelTestSupport
import Foundation
import Testing

@testable import UniformTypeIdentifiers

@Suite("Declarations of an Info.plist")
struct DeclarationReaderTests {
  private static let infoPlist = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key><string>org.fresnel.tests</string>
      <key>UTExportedTypeDeclarations</key>
      <array>
        <dict>
          <key>UTTypeIdentifier</key><string>org.fresnel.tests.recipe</string>
          <key>UTTypeDescription</key><string>recipe</string>
          <key>UTTypeConformsTo</key><array><string>public.json</string><string>public.content</string></array>
          <key>UTTypeVersion</key><integer>3</integer>
          <key>UTTypeReferenceURL</key><string>https://example.org/recipe</string>
          <key>UTTypeIconFile</key><string>recipe.png</string>
          <key>UTTypeTagSpecification</key>
          <dict>
            <key>public.filename-extension</key><array><string>recipe</string><string>rcp</string></array>
            <key>public.mime-type</key><string>application/x-recipe</string>
          </dict>
        </dict>
      </array>
      <key>UTImportedTypeDeclarations</key>
      <array>
        <dict>
          <key>UTTypeIdentifier</key><string>org.fresnel.tests.menu</string>
          <key>UTTypeConformsTo</key><string>org.fresnel.tests.recipe</string>
        </dict>
      </array>
    </dict>
    </plist>
    """#

  private func expectRecipe(_ declarations: ContentTypeDeclarations) throws {
    #expect(declarations.errors.isEmpty)
    try #require(declarations.types.count == 2)
    let recipe = declarations.types[0]
    #expect(recipe.identifier == "org.fresnel.tests.recipe" && recipe.origin == .exported)
    #expect(recipe.supertypes == ["public.json", "public.content"])
    #expect(
      recipe.tags == [
        .filenameExtension: ["recipe", "rcp"], .mimeType: ["application/x-recipe"],
      ])
    #expect(recipe.version == 3 && recipe.description == "recipe")
    #expect(recipe.referenceURL == "https://example.org/recipe" && recipe.iconFile == "recipe.png")
    #expect(declarations.types[1].supertypes == ["org.fresnel.tests.recipe"])
    #expect(declarations.types[1].origin == .imported)
  }

  @Test("XML and binary property lists say the same")
  func forms() throws {
    let xml = Data(Self.infoPlist.utf8)
    try expectRecipe(DeclarationReader.declarations(in: xml))
    let list = try PropertyListSerialization.propertyList(from: xml, options: [], format: nil)
    let binary = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    try expectRecipe(DeclarationReader.declarations(in: binary))
  }

  @Test("a registered property list makes types that apps can use")
  func registration() throws {
    try withTemporaryDirectory { directory in
      let url = directory.appendingPathComponent("Info.plist")
      try Data(Self.infoPlist.utf8).write(to: url)
      #expect(UTType.registerDeclarations(ofPropertyListAt: url) == [])
    }
    let recipe = try #require(UTType("org.fresnel.tests.recipe"))
    #expect(UTType(filenameExtension: "rcp") == recipe)
    #expect(UTType(mimeType: "application/x-recipe") == recipe)
    #expect(recipe.isDeclared && recipe.conforms(to: .json) && recipe.conforms(to: .content))
    #expect(recipe.version == 3 && recipe.localizedDescription == "recipe")
    #expect(recipe.referenceURL == URL(string: "https://example.org/recipe"))
    #expect(recipe.debugDescription.contains("exported"))
    #expect(UTType("org.fresnel.tests.menu")?.isSubtype(of: recipe) == true)
    #expect(UTType(exportedAs: "org.fresnel.tests.recipe", conformingTo: .image) == recipe)
    #expect(!recipe.conforms(to: .image))
  }

  @Test("a program's property list is found in its bundle or beside its executable, once")
  func places() throws {
    try withTemporaryDirectory { directory in
      func found(_ places: String...) throws -> [String] {
        let program = directory.appendingPathComponent(UUID().uuidString)
        for place in places {
          let url = program.appendingPathComponent(place)
          try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data().write(to: url)
        }
        let lists = DeclarationReader.propertyLists(
          bundle: program, resources: program.appendingPathComponent("tool.resources"),
          executable: program.appendingPathComponent("bin/tool"))
        return lists.map { String($0.path.dropFirst(program.path.count + 1)) }
      }
      #expect(try found() == [])
      #expect(try found("Info.plist") == ["Info.plist"])
      #expect(try found("bin/Info.plist") == ["bin/Info.plist"])
      #expect(
        try found("Info.plist", "tool.resources/Info.plist", "Contents/Info.plist")
          == ["Contents/Info.plist", "tool.resources/Info.plist", "Info.plist"])
      let url = directory.appendingPathComponent("Info.plist")
      try Data().write(to: url)
      let beside = DeclarationReader.propertyLists(
        bundle: directory, resources: directory,
        executable: directory.appendingPathComponent("tool"))
      #expect(beside.map(\.path) == [url.standardizedFileURL.path])
    }
  }

  @Test("each refused declaration is named in a sentence, and the others take effect")
  func refusals() throws {
    let root: PropertyList = [
      "UTExportedTypeDeclarations": [
        ["UTTypeIdentifier": "public.stolen"], ["UTTypeIdentifier": "bad name"],
        ["UTTypeConformsTo": ["public.data"]], "not a dictionary",
        ["UTTypeIdentifier": "org.fresnel.tests.a", "UTTypeConformsTo": ["org.fresnel.tests.b"]],
        ["UTTypeIdentifier": "org.fresnel.tests.b", "UTTypeConformsTo": "org.fresnel.tests.a"],
        ["UTTypeIdentifier": "org.fresnel.tests.c", "UTTypeConformsTo": 7],
        [
          "UTTypeIdentifier": "org.fresnel.tests.d",
          "UTTypeTagSpecification": ["public.mime-type": 7],
        ],
        ["UTTypeIdentifier": "org.fresnel.tests.e", "UTTypeTagSpecification": [1]],
      ],
      "UTImportedTypeDeclarations": "nothing",
    ]
    let declarations = ContentTypeDeclarations(of: root)
    let messages = (declarations.errors + ContentTypeRegistry().declare(declarations.types))
      .map(\.message)
    #expect(
      Set(messages) == [
        "The type 'public.stolen' cannot be declared: public, dyn and com.apple are reserved.",
        "'bad name' cannot name a type: only ASCII letters, digits, dots and hyphens can.",
        "UTExportedTypeDeclarations[2] has no UTTypeIdentifier.",
        "UTExportedTypeDeclarations[3] is not a dictionary.",
        "The type 'org.fresnel.tests.b' would conform to itself by way of 'org.fresnel.tests.a'.",
        "UTTypeConformsTo of 'org.fresnel.tests.c' is neither a string nor an array of them.",
        "The tags 'public.mime-type' of 'org.fresnel.tests.d' are neither a string nor an array.",
        "UTTypeTagSpecification of 'org.fresnel.tests.e' is not a dictionary.",
        "UTImportedTypeDeclarations is not an array.",
      ])
  }

  @Test("a file that is missing or no property list is named in a sentence")
  func unreadableFiles() throws {
    try withTemporaryDirectory { directory in
      let missing = directory.appendingPathComponent("missing.plist")
      #expect(UTType.registerDeclarations(ofPropertyListAt: missing).count == 1)
      let junk = directory.appendingPathComponent("junk.plist")
      try Data("[1, 2]".utf8).write(to: junk)
      #expect(
        UTType.registerDeclarations(ofPropertyListAt: junk)
          == ["The file is no property list with keys."])
    }
  }

  @Test("damaged property lists never trap and leave a sound tree", arguments: [false, true])
  func damagedPropertyLists(isBinary: Bool) throws {
    let xml = Data(Self.infoPlist.utf8)
    let list = try PropertyListSerialization.propertyList(from: xml, options: [], format: nil)
    let start =
      isBinary
      ? try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      : xml
    var random = SeededGenerator(seed: 23)
    for _ in 0..<(isBinary ? 3000 : 200) {
      let declarations = DeclarationReader.declarations(in: Data(random.mutate(Array(start))))
      guard !declarations.types.isEmpty else { continue }
      let registry = ContentTypeRegistry()
      _ = registry.declare(declarations.types)
      for type in declarations.types where registry.type(type.identifier) != nil {
        #expect(!registry.supertypes(of: type.identifier).contains(type.identifier))
      }
    }
  }

  @Test(
    "containers within containers without end are refused, however they are dressed up",
    arguments: [
      "<array>", "<dict><key>a</key>", "<array>/>", "<array><!--</array>-->",
      "<array><![CDATA[</array>]]>", "<array><?a </array>?>",
      "<array><!--></array>-->", "<array><?></array>?>", "<array><string>)</string>", "(",
      "{a=",
    ])
  func deepNesting(opening: String) {
    let text = String(repeating: opening, count: 10_000)
    for document in [text, "<?xml version='1.0'?><!DOCTYPE plist><plist>\(text)"] {
      let declarations = DeclarationReader.declarations(in: Data(document.utf8))
      #expect(declarations.errors.map(\.message) == ["The file is no property list with keys."])
    }
  }

  @Test("dictionaries of random shape never trap", arguments: 0..<200 as Range<UInt64>)
  func randomDictionaries(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func value(_ depth: Int) -> PropertyList {
      switch Int.random(in: 0..<(depth > 2 ? 4 : 6), using: &random) {
      case 0: return .string("org.t\(Int.random(in: 0..<4, using: &random))")
      case 1: return .integer(.random(in: -5...5, using: &random))
      case 2: return .date(.distantFuture)
      case 3: return ["public.data", "x"]
      case 4: return [value(depth + 1), value(depth + 1)]
      default:
        let keys = [
          "UTTypeIdentifier", "UTTypeConformsTo", "UTTypeTagSpecification", "UTTypeVersion",
        ]
        var result: [String: PropertyList] = [:]
        for key in keys where Bool.random(using: &random) { result[key] = value(depth + 1) }
        return .dictionary(result)
      }
    }
    let root: PropertyList = [
      "UTExportedTypeDeclarations": value(0), "UTImportedTypeDeclarations": [value(1), value(1)],
    ]
    let declarations = ContentTypeDeclarations(of: root)
    _ = ContentTypeRegistry().declare(declarations.types)
  }
}
