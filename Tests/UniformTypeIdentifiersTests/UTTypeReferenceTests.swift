import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("UTTypeReference")
struct UTTypeReferenceTests {
  @Test("a value and its object turn into each other")
  func bridging() throws {
    let object = UTTypeReference(.png)
    #expect(object.identifier == "public.png")
    #expect(UTType(object) == .png)
  }

  @Test("objects of one type are equal and hash alike")
  func equality() throws {
    let first = try #require(UTTypeReference("public.png"))
    let second = try #require(UTTypeReference(filenameExtension: "PNG"))
    #expect(first.isEqual(second) && first.hash == second.hash)
    #expect(!first.isEqual(NSString(string: "public.png")))
    #expect((first.copy() as? UTTypeReference)?.identifier == "public.png")
    #expect(NSSet(objects: first, second).count == 1)
  }

  @Test("archives keep the type")
  func archives() throws {
    let type = try #require(UTTypeReference(filenameExtension: "fresnelqqx"))
    let data = try NSKeyedArchiver.archivedData(withRootObject: type, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UTTypeReference.self, from: data)
    #expect(read?.identifier == type.identifier)
  }

  @Test("every member answers as the value's does")
  func members() throws {
    let type = try #require(UTTypeReference(mimeType: "image/png"))
    #expect(
      type.conforms(to: .image) && type.isSubtype(of: .image) && !type.isSupertype(of: .image))
    #expect(type.preferredFilenameExtension == "png" && type.preferredMIMEType == "image/png")
    #expect(type.supertypes == UTType.png.supertypes && type.tags == UTType.png.tags)
    #expect(type.isDeclared && type.isPublic && !type.isDynamic)
    #expect(type.localizedDescription == "PNG image")
    #expect(type.version == nil && type.referenceURL == nil)
    #expect(
      type.description == "public.png" && type.debugDescription == UTType.png.debugDescription)
    #expect(UTTypeReference("org.example.never-declared") == nil)
    #expect(UTTypeReference(tag: "", tagClass: .mimeType, conformingTo: nil) == nil)
    #expect(UTTypeReference(exportedAs: "org.fresnel.tests.object").conforms(to: .data))
    #expect(UTTypeReference(importedAs: "org.fresnel.tests.object").isDeclared)
    #expect(
      UTTypeReference.types(tag: "png", tagClass: .filenameExtension, conformingTo: nil) == [.png])
  }
}
