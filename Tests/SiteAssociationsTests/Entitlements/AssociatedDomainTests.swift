import Testing
import WebDocuments

@testable import SiteAssociations

struct AssociatedDomainTests {
  @Test func entriesHaveAServiceAHostAPortAndAMode() throws {
    let entry = try #require(AssociatedDomain("applinks:*.Bücher.example:8443?mode=developer"))
    #expect(entry.service == .applinks && entry.port == 8443 && entry.mode == .developer)
    #expect(entry.host == "*.Bücher.example")
    #expect(entry.fileHost == "xn--bcher-kva.example")
    #expect(entry.covers("WWW.xn--bcher-kva.example") && !entry.covers("xn--bcher-kva.example"))
  }

  @Test(arguments: [
    "", "applinks", "applinks:", "applinks:https://example.com", "applinks:example.com/",
    "applinks:example.com?mode=other", "applinks:example.com?", "applinks:exam ple.com",
    "links:example.com", "applinks:*", "applinks:*.", "applinks:a.*.com", "applinks:a@b.com",
    "applinks:example.com:", "applinks:example.com:99999", "applinks:example.com:+80",
    "applinks:example.com:0", "applinks:example.com:-1", "applinks:example.com:80:80",
    "applinks:example.com: 80", "applinks::80",
    "applinks:example.com#a", "applinks:%61.com", "Applinks:example.com",
  ])
  func otherFormsAreTold(text: String) {
    let domains = AssociatedDomains([text])
    #expect(domains.entries.isEmpty)
    #expect(domains.diagnostics.map(\.code) == ["entitlement-malformed"])
  }

  @Test func servicesThatMeanNothingHereAreNoMistakes() throws {
    let domains = AssociatedDomains(["authsrv:example.com", "authsrv:*.example.com?mode=managed"])
    #expect(domains.entries.isEmpty && domains.diagnostics.isEmpty)
    #expect(
      AssociatedDomains(["authsrv:https://example.com"]).diagnostics.map(\.code)
        == ["entitlement-malformed"])
    let file = AssociationReading(Array(#"{"authsrv":{"apps":["ABCDE12345.b"]}}"#.utf8))
    #expect(file.diagnostics.isEmpty)
  }

  @Test func aPortNamesAnotherFileAndNoOtherHost() throws {
    let domains = AssociatedDomains([
      "applinks:example.com:8443", "applinks:example.com", "applinks:*.example.com:9443",
    ])
    #expect(domains.entries.map(\.port) == [8443, nil, 9443] && domains.diagnostics.isEmpty)
    // Of two entries for one host the first decides, whatever port it names.
    #expect(domains.entry(for: "example.com", service: .applinks)?.port == 8443)
    #expect(domains.entry(for: "www.example.com", service: .applinks)?.port == 9443)
    let sites = domains.entries.map { LinkSite(host: $0.fileHost, port: $0.port) }
    #expect(Set(sites).count == 3)
  }

  @Test func thePortOfHTTPSIsThatOfASiteWithoutOne() throws {
    let entry = try #require(AssociatedDomain("applinks:example.com:443"))
    let site = LinkSite(host: entry.fileHost, port: entry.port)
    #expect(site == LinkSite(host: "example.com"))
    #expect(site.name == "example.com")
    #expect(LinkSite(host: "example.com", port: 80) != site)
  }

  @Test func manyEntriesAreTold() {
    let texts = (0...AssociatedDomains.entryLimit).map { "applinks:h\($0).example" }
    #expect(AssociatedDomains(texts).diagnostics.map(\.code) == ["entitlement-too-many"])
    #expect(AssociatedDomains(texts.dropLast()).diagnostics.isEmpty)
  }

  @Test func theLongestHostDecidesAndOfTwoAlikeTheFirst() {
    let domains = AssociatedDomains([
      "applinks:*.a.example", "applinks:*.b.a.example", "applinks:c.b.a.example?mode=developer",
      "applinks:c.b.a.example", "webcredentials:*.c.b.a.example",
    ])
    let entry = domains.entry(for: "c.b.a.example", service: .applinks)
    #expect(entry?.description == "applinks:c.b.a.example?mode=developer")
    #expect(domains.entry(for: "d.b.a.example", service: .applinks)?.host == "*.b.a.example")
  }

  @Test func bothHaveToVouchForEachOther() throws {
    let file =
      #"{"applinks":{"details":[{"appID":"ABCDE12345.com.example.app","paths":["/a"]}]},"#
      + #""webcredentials":{"apps":["ZZZZZ12345.com.example.other"]}}"#
    let association = try #require(AssociationReading(Array(file.utf8)).association)
    let domains = AssociatedDomains([
      "applinks:*.example.com", "webcredentials:example.com", "applinks:gone.example.com",
    ])
    func verdict(
      _ bundle: String, _ prefix: String? = nil, _ host: String,
      _ service: AssociationService = .applinks
    ) -> AssociationVerdict {
      AssociationVerdict(
        app: ApplicationIdentity(bundleIdentifier: bundle, prefix: prefix), domains: domains,
        host: host, service: service
      ) { $0 == "example.com" ? association : nil }
    }
    #expect(verdict("com.example.app", nil, "www.example.com").isVerified)
    #expect(verdict("com.example.app", "ABCDE12345", "www.example.com").isVerified)
    let others: [(AssociationVerdict, AssociationVerdict.Reason, String)] = [
      (
        verdict("com.example.app", "OTHER12345", "www.example.com"), .appNotListed,
        "app-id-not-listed"
      ),
      (verdict("com.example.app", nil, "example.com"), .entitlementMissing, "entitlement-missing"),
      (verdict("com.example.app", nil, "gone.example.com"), .fileUnusable, "not-found"),
      (
        verdict("com.example.app", nil, "example.com", .webcredentials), .appNotListed,
        "app-id-not-listed"
      ),
      (
        verdict("com.example.app", nil, "a.example.com", .appclips), .entitlementMissing,
        "entitlement-missing"
      ),
    ]
    for (verdict, reason, code) in others {
      #expect(!verdict.isVerified && verdict.reason == reason)
      #expect(verdict.diagnostics.map(\.code) == [code])
    }
    #expect(verdict("com.example.other", nil, "example.com", .webcredentials).isVerified)
  }

  @Test(arguments: [
    ("ABCDE12345.com.example.app", "ABCDE12345.com.example.app", true),
    ("ABCDE12345.com.example.app", "ZBCDE12345.com.example.app", false),
    ("com.example.app", "com.example.app", true),
    ("com.example.app", "ABCDE12345.com.example.app", false),
    ("ABCDE12345.com.example.app", "ABCDE12345.com.example.App", false),
    ("", "", true), ("ABCDE12345.", "ABCDE12345.", true),
  ])
  func identifiersOfSitesMeanThatAppOnly(one: String, other: String, isSame: Bool) {
    #expect(ApplicationIdentity(one).isNamed(by: other) == isSame)
  }

  @Test func anAppWithoutAPrefixIsNamedBehindAnyButNotWithoutOne() {
    let app = ApplicationIdentity(bundleIdentifier: "com.example.app")
    #expect(app.isNamed(by: "ABCDE12345.com.example.app"))
    #expect(!app.isNamed(by: "com.example.app"))
    #expect(!app.isNamed(by: "ABC.com.example.app"))
  }
}
