import Foundation
import MobileCoreServices
import Testing
import UniformTypeIdentifiers

@Suite("Functions on type identifiers")
struct TypeFunctionsTests {
  @Test("the lines that apps write compile and find the type of an extension")
  func linesOfApps() {
    let ext = "jpg"
    let uti =
      UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, ext as CFString, nil)?
      .takeRetainedValue() as String?
    #expect(uti == kUTTypeJPEG as String)
    let types = [kUTTypeImage as String, kUTTypeMovie as String]
    #expect(types == ["public.image", "public.movie"])
    if let uti {
      #expect(UTTypeConformsTo(uti as CFString, kUTTypeImage))
      let mimeType =
        UTTypeCopyPreferredTagWithClass(uti as CFString, kUTTagClassMIMEType)?.takeRetainedValue()
      #expect(mimeType as String? == "image/jpeg")
    }
    guard
      let other = UTTypeCreatePreferredIdentifierForTag(
        kUTTagClassMIMEType, "application/pdf" as NSString as CFString, kUTTypeData)
    else {
      Issue.record("PDF has no type")
      return
    }
    #expect(other.takeUnretainedValue() == kUTTypePDF)
  }

  @Test("conformance and equality ignore case and accept unknown names")
  func comparisons() {
    #expect(UTTypeConformsTo("PUBLIC.JPEG", "public.IMAGE"))
    #expect(!UTTypeConformsTo(kUTTypeImage, kUTTypeJPEG))
    #expect(UTTypeConformsTo("org.unknown", "org.Unknown"))
    #expect(!UTTypeConformsTo("org.unknown", kUTTypeData))
    #expect(UTTypeEqual("public.jpeg", "Public.Jpeg"))
    #expect(!UTTypeEqual("public.jpeg", "public.png"))
    #expect(!UTTypeEqual("public.image", "public.audio"))
  }

  @Test("a dynamic identifier equals the type that has all its tags")
  func dynamicEquality() throws {
    let type = try #require(
      UTType(tag: "jpg", tagClass: .filenameExtension, conformingTo: .audio))
    #expect(type.isDynamic)
    #expect(UTTypeEqual(type.identifier, kUTTypeJPEG))
    #expect(UTTypeEqual(kUTTypeJPEG, type.identifier))
    #expect(!UTTypeEqual(kUTTypePNG, type.identifier))
    #expect(!UTTypeEqual("dyn.b1", "dyn.b2"))
  }

  @Test("an identifier is dynamic, declared or neither")
  func kinds() {
    #expect(UTTypeIsDeclared(kUTTypeJPEG) && !UTTypeIsDynamic(kUTTypeJPEG))
    #expect(UTTypeIsDynamic("dyn.ah62d4rv4ge80s6d2") && !UTTypeIsDeclared("dyn.ah62d4rv4ge80s6d2"))
    #expect(!UTTypeIsDynamic("org.unknown") && !UTTypeIsDeclared("org.unknown"))
  }

  @Test("all types of a tag come back, or one dynamic type")
  func allIdentifiers() {
    let all =
      UTTypeCreateAllIdentifiersForTag(kUTTagClassFilenameExtension, "mp4", nil)?
      .takeRetainedValue() as? [String]
    #expect(all == ["public.mpeg-4", "public.mpeg-4-audio"])
    let unknown =
      UTTypeCreateAllIdentifiersForTag(kUTTagClassFilenameExtension, "fresnelqqx", kUTTypeData)?
      .takeRetainedValue() as NSArray?
    #expect(unknown?.count == 1)
    #expect((unknown?.firstObject as? String)?.hasPrefix("dyn.a") == true)
    #expect(UTTypeCreateAllIdentifiersForTag(kUTTagClassFilenameExtension, "", nil) == nil)
    #expect(UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "", nil) == nil)
  }

  @Test("tags and words of a type are copied, and nothing of an unknown one")
  func copies() {
    let tags =
      UTTypeCopyAllTagsWithClass(kUTTypeJPEG, kUTTagClassFilenameExtension)?
      .takeRetainedValue() as? [String]
    #expect(tags == ["jpeg", "jpg", "jpe"])
    #expect(UTTypeCopyDescription(kUTTypeJPEG)?.takeRetainedValue() == "JPEG image")
    #expect(UTTypeCopyAllTagsWithClass(kUTTypeImage, kUTTagClassMIMEType) == nil)
    #expect(UTTypeCopyPreferredTagWithClass("org.unknown", kUTTagClassMIMEType) == nil)
    #expect(UTTypeCopyDescription("org.unknown") == nil)
    #expect(UTTypeCopyDeclaration("org.unknown") == nil)
    #expect(UTTypeCopyDeclaration("dyn.ah62d4rv4ge80s6d2") == nil)
    #expect(UTTypeCopyDeclaringBundleURL(kUTTypeJPEG) == nil)
  }

  @Test("a declaration has the form of an Info.plist and names its program")
  func declarations() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("fresnel-declaration-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let declaration: [String: Any] = [
      kUTTypeIdentifierKey as String: "org.fresnel.tests.score",
      kUTTypeConformsToKey as String: [kUTTypeXML as String],
      kUTTypeDescriptionKey as String: "score", kUTTypeVersionKey as String: "2",
      kUTTypeIconFileKey as String: "score.png",
      kUTTypeReferenceURLKey as String: "https://example.org/score",
      kUTTypeTagSpecificationKey as String: [kUTTagClassFilenameExtension as String: ["scr-qqx"]],
    ]
    let list = [kUTExportedTypeDeclarationsKey as String: [declaration]]
    let url = directory.appendingPathComponent("Info.plist")
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(
      to: url)
    #expect(UTType.registerDeclarations(ofPropertyListAt: url) == [])

    let copy = try #require(
      UTTypeCopyDeclaration("org.fresnel.tests.score" as CFString)?.takeRetainedValue()
        as? [String: Any])
    #expect(copy["UTTypeConformsTo"] as? [String] == ["public.xml"])
    #expect(copy["UTTypeDescription"] as? String == "score")
    #expect(copy["UTTypeVersion"] as? Int == 2)
    #expect(copy["UTTypeIconFile"] as? String == "score.png")
    #expect(copy["UTTypeReferenceURL"] as? String == "https://example.org/score")
    let tags = copy["UTTypeTagSpecification"] as? [String: [String]]
    #expect(tags == ["public.filename-extension": ["scr-qqx"]])
    let bundle =
      UTTypeCopyDeclaringBundleURL("org.fresnel.tests.score")?.takeRetainedValue() as URL?
    #expect(bundle?.lastPathComponent == directory.lastPathComponent)
  }
}
