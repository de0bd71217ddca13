import Foundation
import Testing
import UniformTypeIdentifiers

extension UTType {
  fileprivate static let recipe = UTType(exportedAs: "org.example.recipe", conformingTo: .json)
}

@Suite("The article Finding the type of data")
struct FindingTheTypeOfDataTests {
  @Test("a tag leads to a type as the article says")
  func fromTagToType() {
    let photo = UTType(filenameExtension: "JPG")
    let page = UTType(mimeType: "text/html")
    #expect(photo?.identifier == "public.jpeg" && page?.identifier == "public.html")
    #expect(photo?.conforms(to: .image) == true)
    #expect(photo?.preferredMIMEType == "image/jpeg")
    #expect(UTType(filenameExtension: "mp4")?.identifier == "public.mpeg-4")
    #expect(
      UTType(filenameExtension: "mp4", conformingTo: .audio)?.identifier == "public.mpeg-4-audio")
    #expect(
      UTType(filenameExtension: "app", conformingTo: .package)?.identifier
        == "com.apple.application-bundle")
    let unknown = UTType(filenameExtension: "qqx-unknown")
    #expect(unknown?.isDynamic == true)
    #expect(unknown?.preferredFilenameExtension == "qqx-unknown")
  }

  @Test("a file leads to a type as the article says")
  func fromFileToType() throws {
    try withTemporaryDirectory { directory in
      let url = directory.appendingPathComponent("photo.png")
      try Data().write(to: url)
      let values = try url.resourceValues(forKeys: [.contentTypeKey])
      #expect(values.contentType?.conforms(to: .image) == true)
    }
  }

  @Test("a type of one's own is named once in code")
  func ownType() {
    #expect(UTType.recipe.identifier == "org.example.recipe")
    #expect(UTType.recipe.conforms(to: .json))
  }
}
