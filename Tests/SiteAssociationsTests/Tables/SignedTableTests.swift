@testable import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import SiteAssociations

struct SignedTableTests {
  /// 22 November 2026, when the certificates of the table are valid.
  private static let now: Int64 = 1_795_305_600

  @Test func everySignedFileIsTakenOrRefusedAsTheTableSays() throws {
    let rows = try WebTestData.rows(of: "aasa/signed-cases.jsonl")
    #expect(rows.count >= 6)
    for row in rows {
      let name = try #require(row["id"]?.string)
      let reading = AssociationReading(
        try #require(row["der_b64"]?.string.flatMap { Base64.decode($0.utf8) }),
        host: try #require(row["host"]?.string),
        roots: row["trust_root_pem"]?.string.map { Array($0.utf8) }, now: Self.now)
      let outcome = reading.association == nil ? "failed" : "verified"
      #expect(outcome == row["outcome"]?.string, "\(name): \(reading.diagnostics)")
      let errors = reading.diagnostics.filter { $0.severity == .error }.map(\.code)
      #expect(errors == row["codes"]?.elements.compactMap(\.string), "\(name)")
    }
  }

  @Test func whatCanBeForgedIsRefused() throws {
    let rows = try WebTestData.rows(of: "aasa/weak-signatures.jsonl")
    #expect(rows.count == 5)
    for row in rows {
      let name = try #require(row["id"]?.string)
      let reading = AssociationReading(
        try #require(row["der_b64"]?.string.flatMap { Base64.decode($0.utf8) }),
        host: try #require(row["host"]?.string),
        roots: row["trust_root_pem"]?.string.map { Array($0.utf8) }, now: Self.now + 86_400)
      let codes = row["codes"]?.elements.compactMap(\.string)
      #expect(reading.diagnostics.map(\.code) == codes, "\(name)")
      #expect((reading.association == nil) == (codes?.isEmpty == false), "\(name)")
    }
  }

  /// The good file of the table, to be changed.
  private func valid() throws -> (file: [UInt8], host: String, roots: [UInt8]) {
    let rows = try WebTestData.rows(of: "aasa/signed-cases.jsonl")
    let row = try #require(rows.first { $0["id"]?.string == "valid.der" })
    return (
      try #require(row["der_b64"]?.string.flatMap { Base64.decode($0.utf8) }),
      try #require(row["host"]?.string), Array(try #require(row["trust_root_pem"]?.string).utf8)
    )
  }

  private func failure(
    _ file: [UInt8], host: String, roots: [UInt8]?, now: Int64 = SignedTableTests.now
  ) -> SignedAssociation.Failure? {
    do throws(SignedAssociation.Failure) {
      _ = try SignedAssociation.open(file, host: host, roots: roots, now: now)
      return nil
    } catch {
      return error
    }
  }

  @Test func theSignerHasToBeKnownValidAndOfTheHostInThisOrder() throws {
    let (file, host, roots) = try valid()
    let later: Int64 = 8_000_000_000
    #expect(failure(file, host: host, roots: roots) == nil)
    // The authorities of the system don't know a root that was made for the table.
    #expect(failure(file, host: "other.example", roots: nil, now: later) == .signerUntrusted)
    #expect(failure(file, host: host, roots: [], now: later) == .signerUntrusted)
    #expect(failure(file, host: "other.example", roots: roots, now: later) == .signerExpired)
    #expect(failure(file, host: host, roots: roots, now: 0) == .signerExpired)
    guard case .signerHostMismatch(let names)? = failure(file, host: "other.example", roots: roots)
    else {
      Issue.record("A certificate for another host was taken.")
      return
    }
    #expect(names.contains("example.com"))
  }

  @Test func armourAndWhatFollowsTheFileAreRefused() throws {
    let (file, host, roots) = try valid()
    let armoured = "\n-----BEGIN CMS-----\n\(Base64.encode(file))\n-----END CMS-----\n"
    #expect(failure(Array(armoured.utf8), host: host, roots: roots) == .notDER)
    let reading = AssociationReading(Array(armoured.utf8), host: host, now: Self.now)
    #expect(reading.diagnostics.map(\.code) == ["not-der"])
    #expect(failure(file + [0], host: host, roots: roots) == .syntax)
    #expect(failure([0x30], host: host, roots: roots) == .syntax)
    #expect(failure([], host: host, roots: roots) == .syntax)
  }

  @Test func noBitOfASignedFileChangesUnseen() throws {
    let (file, host, roots) = try valid()
    let content = try SignedAssociation.open(file, host: host, roots: roots, now: Self.now)
    for position in stride(from: 0, to: file.count, by: 7) {
      var changed = file
      changed[position] ^= 1 << UInt8(position % 8)
      let opened = try? SignedAssociation.open(changed, host: host, roots: roots, now: Self.now)
      #expect(opened == nil || opened == content, "byte \(position)")
    }
  }
}
