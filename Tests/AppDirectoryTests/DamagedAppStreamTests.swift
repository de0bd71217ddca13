import FresnelPlatform
import FresnelTestSupport
import Testing
import WebDocuments

@testable import AppDirectory

struct DamagedAppStreamTests {
  /// A document of all kinds of components, plain and packed.
  private static func samples() throws -> [[UInt8]] {
    let components = AppStreamDocumentTests.rows.map(\.component).joined()
    let document = Array(
      "<components origin='é' media_baseurl='https://m.example'>\(components)</components>".utf8)
    let packed = try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.write(document, to: "\(directory)/a.xml")
      return try Command("gzip", ["-nc", "\(directory)/a.xml"]).capture().output
    }
    return [document, packed]
  }

  @Test(arguments: 0..<20) func anyBytesAreRead(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for sample in try Self.samples() {
      for _ in 0..<50 {
        let bytes = random.mutate(sample, changes: 1 + random.below(20))
        let (apps, summary) = AppStreamDocument.read(bytes)
        #expect(apps.allSatisfy { $0.fault == nil && $0.appStreamID != nil })
        #expect(summary.findings.all.allSatisfy { $0.message.hasSuffix(".") })
        #expect(summary.isWhole || !summary.findings.all.isEmpty)
        var pieced: [ListedApp] = []
        let document = AppStreamDocument { app, _ in
          pieced.append(app)
          return true
        }
        let end = 3 + random.below(bytes.count - 3)
        if document.read(Array(bytes[..<end])) { _ = document.read(Array(bytes[end...])) }
        #expect(document.finish().isWhole == summary.isWhole && pieced == apps)
      }
    }
  }
}
