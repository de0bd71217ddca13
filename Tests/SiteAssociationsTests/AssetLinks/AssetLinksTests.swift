import Testing
import WebDocuments

@testable import SiteAssociations

struct AssetLinksTests {
  private let hash = (0..<32).map { _ in "aB" }.joined(separator: ":")

  private func read(_ file: String) -> AssetLinksReading { AssetLinksReading(Array(file.utf8)) }

  @Test func statementsNameAppsSitesAndOtherFiles() throws {
    let reading = read(
      """
      [{"relation":["delegate_permission/common.handle_all_urls"],"target":{
        "namespace":"android_app","package_name":"com.example.app",
        "sha256_cert_fingerprints":["\(hash)"]}},
       {"relation":["delegate_permission/common.get_login_creds"],
        "target":{"namespace":"web","site":"https://Other.example:443"}},
       {"include":"https://example.com/more.json"}]
      """)
    let links = try #require(reading.links)
    #expect(reading.diagnostics.isEmpty)
    #expect(links.statements.map(\.target).last == .site("https://other.example"))
    #expect(links.includes == ["https://example.com/more.json"])
    let fingerprint = [UInt8](repeating: 0xab, count: 32)
    #expect(links.opensLinks(package: "com.example.app"))
    #expect(links.opensLinks(package: "com.example.app", fingerprint: fingerprint))
    #expect(!links.opensLinks(package: "com.example.app", fingerprint: []))
    #expect(!links.opensLinks(package: "com.example.other"))
  }

  @Test(arguments: [
    ("{", "assetlinks-syntax"), ("{}", "assetlinks-not-list"), ("[]", "assetlinks-empty"),
    ("[1]", "assetlinks-wrong-type"), (#"[{"include":1}]"#, "assetlinks-wrong-type"),
    (#"[{"include":"http://example.com/"}]"#, "assetlinks-include"),
    (
      #"[{"target":{"namespace":"web","site":"https://a.example"}}]"#, "assetlinks-relation-missing"
    ),
    (#"[{"relation":["a/b"]}]"#, "assetlinks-target-missing"),
    (
      #"[{"relation":["a"],"target":{"namespace":"web","site":"https://a.example"}}]"#,
      "assetlinks-relation"
    ),
    (#"[{"relation":["a/b"],"target":{}}]"#, "assetlinks-namespace"),
    (#"[{"relation":["a/b"],"target":{"namespace":"ios_app"}}]"#, "assetlinks-namespace"),
    (#"[{"relation":["a/b"],"target":{"namespace":1}}]"#, "assetlinks-wrong-type"),
    (#"[{"relation":["a/b"],"target":{"namespace":"web","site":"a.example"}}]"#, "assetlinks-site"),
    (
      #"[{"relation":["a/b"],"target":{"namespace":"web","site":"https://a.example/b"}}]"#,
      "assetlinks-site"
    ),
    (
      #"[{"relation":["a/b"],"target":{"namespace":"android_app","package_name":"app"}}]"#,
      "assetlinks-package"
    ),
    (
      #"[{"relation":["a/b"],"target":{"namespace":"android_app","package_name":"a.b"}}]"#,
      "assetlinks-fingerprint-missing"
    ),
    (
      #"[{"relation":["a/b"],"target":{"namespace":"android_app","package_name":"a.b","#
        + #""sha256_cert_fingerprints":["14:6D"]}}]"#, "assetlinks-fingerprint"
    ),
  ])
  func mistakesAreTold(file: String, code: String) {
    let reading = read(file)
    #expect(reading.diagnostics.map(\.code) == [code])
    #expect(reading.diagnostics.allSatisfy { $0.location != nil && $0.message.hasSuffix(".") })
  }

  @Test func whatIsTooLargeIsNotRead() {
    let reading = AssetLinksReading(Array(repeating: 0x20, count: AssetLinksReading.sizeLimit + 1))
    #expect(reading.links == nil && reading.diagnostics.map(\.code) == ["assetlinks-too-large"])
  }
}
