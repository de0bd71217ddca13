import FresnelApps
import FresnelModel
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("ImportChoice")
struct ImportChoiceTests {
  private func app(_ identifier: String, _ types: [String], program: String? = "/opt/reader")
    -> AppManifest?
  {
    let executable = program.map { "\"FresnelExecutable\": \"\($0)\"," } ?? ""
    let list = types.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = """
      {"CFBundleIdentifier": "\(identifier)", "NSExtension":
       {"NSExtensionPointIdentifier": "com.apple.spotlight.import", \(executable)
        "NSExtensionAttributes": {"CSSupportedContentTypes": [\(list)]}}}
      """
    return AppManifest.read(Array(text.utf8), at: "/x/\(identifier).plist").manifest
  }

  @Test(
    "The extension that names the nearest type is asked first, and those without a program never")
  func order() {
    let manifests = [
      app("com.example.any", ["public.data"]), app("com.example.image", ["public.image"]),
      app("com.example.second", ["public.JPEG"]),
      app("com.example.first", ["public.jpeg", "public.data"]),
      app("com.example.none", ["public.jpeg"], program: nil),
      app("com.example.text", ["public.text"]),
    ].compactMap(\.self)
    #expect(
      ImportChoice.apps(reading: "public.jpeg", among: manifests, types: .builtIn).map(\.identifier)
        == ["com.example.first", "com.example.second", "com.example.image", "com.example.any"])
    #expect(
      ImportChoice.apps(reading: "com.example.unknown", among: manifests, types: .builtIn).isEmpty)
  }
}
