@testable import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

@testable import SiteAssociations

/// Signed association files, which are checked in a confined process of the built program.
@Suite("Confined signatures", .serialized, .timeLimit(.minutes(30)))
struct ConfinedSignaturesTests {
  /// 22 November 2026, when the certificates of the table are valid.
  private static let now: Int64 = 1_795_305_600

  @Test("a file is taken or refused as in this process, whatever is wrong with it")
  func same() throws {
    let rows =
      try WebTestData.rows(of: "aasa/signed-cases.jsonl")
      + WebTestData.rows(of: "aasa/weak-signatures.jsonl")
    #expect(rows.count > 10)
    var goodCount = 0
    for row in rows {
      let file = try #require(row["der_b64"]?.string.flatMap { Base64.decode($0.utf8) })
      let host = try #require(row["host"]?.string)
      let roots = row["trust_root_pem"]?.string.map { Array($0.utf8) }
      let here = SignedFile(file, host: host, roots: roots, now: Self.now)
      try FileSystem.withTemporaryDirectory { (directory: String) throws in
        var confined = ConfinedSignatures(try TestProgram.path("fresnel"))
        if let roots {
          try FileSystem.write(roots, to: directory + "/roots.pem")
          confined.environment = [
            "SSL_CERT_FILE": directory + "/roots.pem", "SSL_CERT_DIR": directory,
          ]
        }
        let there = try confined.open(file, host: host, now: Self.now)
        #expect(there == here, "\(row["id"]?.string ?? "")")
        if case .success = there.content { goodCount += 1 }
      }
    }
    #expect(goodCount > 0)
  }

  @Test("every outcome goes between processes as it is; what makes no sense is refused")
  func coding() throws {
    let armoured = SignedFile(Array("-----BEGIN CMS-----".utf8), host: "a.example", now: 0)
    #expect(armoured.content == .failure(.notDER))
    for number: UInt8 in 0...10 {
      let bytes: [UInt8] = number == 0 || number == 10 ? [0x61, 0x62] : []
      let file = try #require(SignedFile(number, bytes, host: "a.example"))
      #expect(file.parts.number == number && file.parts.bytes == bytes)
    }
    for number: UInt8 in [11, 200, 255] {
      #expect(SignedFile(number, [], host: "a.example") == nil)
    }
  }

  @Test("a site whose signature nobody can check keeps what was known of it")
  func unavailable() {
    let site = LinkSite(host: "a.example")
    var search = AssociationSearch(host: "a.example", port: nil)
    search.take(
      .response(
        status: 200, contentType: "application/pkcs7-mime", location: nil, body: [0x30, 0x80]))
    let last = LinkCopy(site: site, checked: 1, fetched: 1, file: Array("{}".utf8))
    let copy = LinkVerifier.copy(of: site, search, last: last, now: 9) {
      (_) throws(SystemError) in
      throw SystemError(.noMemory, call: "fork", explanation: "There is no room.")
    }
    #expect(copy.file == last.file && copy.fetched == 1 && copy.checked == 9)
    #expect(copy.problems == ["There is no room."])
  }
}
