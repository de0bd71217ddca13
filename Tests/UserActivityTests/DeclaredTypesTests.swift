import FresnelPlatform
import Testing

@testable import UserActivity

@Suite("DeclaredTypes")
struct DeclaredTypesTests {
  @Test("the types are those of the Info.plist in the program's folder")
  func reading() throws {
    let folder = try FileSystem.createTemporaryDirectory(prefix: "fresnel-types")
    defer { try? FileSystem.removeTree(folder) }
    let url = URL(fileURLWithPath: folder)
    #expect(ProgramManifest(folder: url) == nil)
    let list: [String: Any] = [
      "NSUserActivityTypes": ["com.example.view", 7] as [Any],
      "CFBundleURLTypes": [["CFBundleURLSchemes": ["Recipe"]], ["CFBundleTypeRole": "Viewer"]],
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    try data.write(to: url.appendingPathComponent("Info.plist"))
    let manifest = try #require(ProgramManifest(folder: url))
    #expect(manifest.identifier == nil && manifest.urlSchemes == ["recipe"])
    let declared = try #require(DeclaredTypes(manifest))
    #expect(declared.types == ["com.example.view"])
    #expect(declared.problem(with: "com.example.view") == nil)
    // What is delivered to every app needs no declaration.
    for type in [
      NSUserActivityTypeBrowsingWeb, "com.apple.corespotlightitem",
      "com.apple.corespotlightquerycontinuation",
    ] {
      #expect(declared.problem(with: type) == nil)
    }
    let problem = try #require(declared.problem(with: "com.example.edit"))
    #expect(problem.contains(folder) && problem.contains("com.example.view"))
  }
}
