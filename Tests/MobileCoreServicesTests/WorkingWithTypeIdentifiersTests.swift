import MobileCoreServices
import Testing

private func mimeType(ofFileWithExtension ext: String) -> String? {
  guard
    let uti = UTTypeCreatePreferredIdentifierForTag(
      kUTTagClassFilenameExtension, ext as CFString, nil)?.takeRetainedValue(),
    UTTypeConformsTo(uti, kUTTypeImage)
  else { return nil }
  return UTTypeCopyPreferredTagWithClass(uti, kUTTagClassMIMEType)?.takeRetainedValue() as String?
}

@Suite("The article Working with type identifiers")
struct WorkingWithTypeIdentifiersTests {
  @Test("the example gives what the article says")
  func example() {
    #expect(mimeType(ofFileWithExtension: "png") == "image/png")
    #expect(mimeType(ofFileWithExtension: "txt") == nil)
  }
}
