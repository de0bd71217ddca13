import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("UTType")
struct UTTypeTests {
  // MARK: Looking up

  @Test("an identifier that nothing declares gives no type")
  func unknownIdentifiers() {
    #expect(UTType("org.example.never-declared") == nil)
    #expect(UTType("Text") == nil)
    #expect(UTType("") == nil)
    #expect(UTType("dyn.") == nil)
    #expect(UTType("dyn.ö") == nil)
  }

  @Test("identifiers, extensions and MIME types are found in any case")
  func caseDoesNotCount() {
    #expect(UTType("PUBLIC.Jpeg") == .jpeg)
    #expect(UTType("PUBLIC.Jpeg")?.identifier == "public.jpeg")
    #expect(UTType(filenameExtension: "JPG") == .jpeg)
    #expect(UTType(mimeType: "IMAGE/Png") == .png)
    #expect(UTType(mimeType: "text/html; charset=utf-8") == .html)
    #expect(UTType(filenameExtension: "prefpane", conformingTo: .package) == .systemPreferencesPane)
  }

  @Test(
    "an extension that several types claim stands for the common one",
    arguments: [
      ("aiff", UTType.aiff), ("aif", .aiff), ("plist", .propertyList), ("smf", .midi),
      ("mp4", .mpeg4Movie), ("xml", .xml),
      ("app", UTType(importedAs: "com.apple.application-file")),
      ("key", UTType(importedAs: "com.apple.iWork.Keynote.sffkey")),
      ("pages", UTType(importedAs: "com.apple.iWork.Pages.sffpages")),
      ("numbers", UTType(importedAs: "com.apple.iWork.Numbers.sffnumbers")),
      ("otf", UTType(importedAs: "public.opentype-font")),
      ("otc", UTType(importedAs: "public.opentype-collection-font")),
      ("pkpass", UTType(importedAs: "com.apple.pkpass-data")),
      ("pkg", UTType(importedAs: "com.apple.installer-package-archive")),
    ])
  func preferredTypes(filenameExtension: String, type: UTType) {
    #expect(UTType(filenameExtension: filenameExtension) == type)
    #expect(type.isDeclared)
  }

  @Test("the supertype asked for decides between types of one extension")
  func supertypesDecide() {
    #expect(UTType(filenameExtension: "app", conformingTo: .package) == .applicationBundle)
    #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
    #expect(UTType(filenameExtension: "plist", conformingTo: .xml) == .xmlPropertyList)
    #expect(
      UTType(tag: "rtfd", tagClass: .filenameExtension, conformingTo: nil) == .rtfd)
    #expect(UTType(filenameExtension: "rtfd")?.isDynamic == true)
    let types = UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil)
    #expect(types == [.mpeg4Movie, .mpeg4Audio])
    #expect(UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: .text).isEmpty)
  }

  @Test("tags that cannot be one of their class give no type")
  func badTags() {
    #expect(UTType(filenameExtension: "") == nil)
    #expect(UTType(filenameExtension: "a/b") == nil)
    #expect(UTType(mimeType: "") == nil)
    #expect(UTType(mimeType: "; charset=utf-8") == nil)
    #expect(UTType.types(tag: "", tagClass: .mimeType, conformingTo: nil).isEmpty)
  }

  @Test("an unknown tag of any class makes a dynamic type that comes back from its identifier")
  func dynamicTypes() throws {
    let type = try #require(UTType(filenameExtension: "fresnelqqx", conformingTo: .image))
    #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
    #expect(type.conforms(to: .image) && type.conforms(to: .item))
    #expect(type.preferredFilenameExtension == "fresnelqqx")
    #expect(type.preferredMIMEType == nil)
    #expect(type.localizedDescription == nil)
    #expect(UTType(type.identifier) == type)
    #expect(UTType(filenameExtension: "FresnelQQX", conformingTo: .image) == type)
    #expect(
      UTType.types(tag: "fresnelqqx", tagClass: .filenameExtension, conformingTo: nil).isEmpty)

    let custom = UTTagClass(rawValue: "com.apple.ostype")
    let classic = try #require(UTType(tag: "XMSS", tagClass: custom, conformingTo: .data))
    #expect(classic.identifier == "dyn.ah62d4rv4gk8zuxnxnq")
    #expect(classic.tags == [custom: ["XMSS"]])
  }

  @Test("a dynamic identifier from an Apple system means the same here")
  func dynamicIdentifiersFromElsewhere() throws {
    let type = try #require(UTType("dyn.ah62d4rv4ge80s6d2"))
    #expect(type.preferredFilenameExtension == "gpx")
    #expect(type.supertypes == [.data, .item])
    #expect(type.isDynamic)
    let opaque = try #require(UTType("dyn.b123"))
    #expect(opaque.isDynamic && opaque.supertypes.isEmpty && opaque.tags.isEmpty)
  }

  // MARK: Types named in code

  @Test("a type named in code counts as declared and conforms to its parent")
  func typesNamedInCode() {
    let note = UTType(exportedAs: "org.fresnel.tests.note", conformingTo: .plainText)
    #expect(note.isDeclared && !note.isDynamic && !note.isPublic)
    #expect(note.conforms(to: .text) && note.isSubtype(of: .plainText))
    #expect(UTType("org.fresnel.tests.NOTE") == note)
    let other = UTType(importedAs: "org.fresnel.tests.other")
    #expect(other.conforms(to: .data))
    #expect(UTType(importedAs: "public.jpeg", conformingTo: .audio) == .jpeg)
    #expect(!UTType.jpeg.conforms(to: .audio))
  }

  @Test("a name that cannot be a type's makes one that is not declared")
  func badNamesInCode() {
    let type = UTType(exportedAs: "not a name")
    #expect(type.identifier == "not a name")
    #expect(!type.isDeclared && !type.isDynamic && type.supertypes.isEmpty && type.tags.isEmpty)
    #expect(type.conforms(to: type) && !type.conforms(to: .data))
    #expect(type.debugDescription.contains("not declared"))
  }

  // MARK: Conformance

  @Test("a type conforms to itself but is neither its own subtype nor its own supertype")
  func selfConformance() {
    #expect(UTType.jpeg.conforms(to: .jpeg))
    #expect(!UTType.jpeg.isSubtype(of: .jpeg) && !UTType.jpeg.isSupertype(of: .jpeg))
    #expect(UTType.jpeg.isSubtype(of: .image) && UTType.image.isSupertype(of: .jpeg))
    #expect(!UTType.image.conforms(to: .jpeg))
    #expect(UTType.jpeg.supertypes == [.image, .data, .item, .content])
  }

  @Test("the branches that are easy to get wrong are right")
  func traps() {
    #expect(UTType.video.conforms(to: .movie) && UTType.mpeg.conforms(to: .movie))
    #expect(!UTType.movie.conforms(to: .video))
    #expect(UTType.json.conforms(to: .text) && !UTType.json.conforms(to: .javaScript))
    #expect(UTType.spreadsheet.supertypes == [.content])
    #expect(UTType.presentation.conforms(to: .compositeContent))
    #expect(!UTType.presentation.conforms(to: .data))
    let heads: [UTType] = [
      .message, .contact, .calendarEvent, .toDoItem, .database, .archive, .playlist, .bookmark,
      .log,
    ]
    for head in heads { #expect(head.supertypes.isEmpty, "\(head)") }
    #expect(UTType.diskImage.supertypes == [.archive])
    #expect(UTType.usdz.preferredMIMEType == "model/vnd.usdz+zip")
    #expect(UTType.vCard.conforms(to: .contact) && UTType.vCard.conforms(to: .text))
    #expect(UTType.rtfd.conforms(to: .package) && !UTType.rtfd.conforms(to: .data))
  }

  // MARK: Properties

  @Test("tags, versions and words of a system type")
  func properties() {
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
    #expect(UTType.jpeg.tags[.filenameExtension] == ["jpeg", "jpg", "jpe"])
    #expect(UTType.jpeg.tags[.mimeType] == ["image/jpeg", "image/jpg"])
    #expect(UTType.image.tags.isEmpty)
    #expect(UTType.jpeg.isPublic && !UTType.pdf.isPublic)
    #expect(UTType.jpeg.localizedDescription == "JPEG image")
    #expect(UTType.jpeg.version == nil && UTType.jpeg.referenceURL == nil)
    #expect("\(UTType.jpeg)" == "public.jpeg")
    #expect(UTType.jpeg.debugDescription == "<UTType public.jpeg (system)>")
  }

  @Test("a type without words of its own takes those of its nearest supertype")
  func inheritedDescription() {
    let type = UTType(exportedAs: "org.fresnel.tests.photo", conformingTo: .jpeg)
    #expect(type.localizedDescription == "JPEG image")
  }

  // MARK: Conformances

  @Test("equal identifiers are equal types, in sets and as keys")
  func hashing() throws {
    let dynamic = try #require(UTType(filenameExtension: "fresnelqqx"))
    let types: Set<UTType> = [.png, try #require(UTType("Public.PNG")), dynamic]
    #expect(types.count == 2)
    #expect([UTType.png: 1][try #require(UTType(mimeType: "image/png"))] == 1)
  }

  @Test("types round-trip through JSON as their identifiers")
  func coding() throws {
    let dynamic = try #require(UTType(filenameExtension: "fresnelqqx"))
    let types = [UTType.pdf, .folder, dynamic]
    let data = try JSONEncoder().encode(types)
    #expect(try JSONDecoder().decode([String].self, from: data) == types.map(\.identifier))
    #expect(try JSONDecoder().decode([UTType].self, from: data) == types)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([UTType].self, from: Data(#"["org.example.never-declared"]"#.utf8))
    }
    #expect(
      try JSONDecoder().decode([UTTagClass].self, from: JSONEncoder().encode([UTTagClass.mimeType]))
        == [.mimeType])
  }
}
