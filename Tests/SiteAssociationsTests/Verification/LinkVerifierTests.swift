import FresnelPlatform
import Testing

@testable import SiteAssociations

struct LinkVerifierTests {
  private let site = LinkSite(host: "example.com")
  private let good = Array(#"{"webcredentials":{"apps":["ABCDE12345.a.b"]}}"#.utf8)

  private func copy(_ answer: AssociationAnswer, last: LinkCopy?) -> LinkCopy {
    var search = AssociationSearch(host: site.host)
    while search.next != nil { search.take(answer) }
    return LinkVerifier.copy(of: site, search, last: last, now: 2_000_000) {
      SignedFile($0, host: site.host, now: 2_000_000)
    }
  }

  private func response(_ status: Int, _ body: [UInt8] = []) -> AssociationAnswer {
    .response(status: status, contentType: "application/json", location: nil, body: body)
  }

  @Test func aGoodFileIsKeptWhenTheServerFailsAndNotWhenItSaysOtherwise() {
    let last = LinkCopy(site: site, checked: 1_000_000, fetched: 1_000_000, file: good)
    let fresh = copy(response(200, good), last: nil)
    #expect(fresh.file == good && fresh.fetched == 2_000_000 && fresh.problems.isEmpty)
    for failure in [response(503), .failure(.timeout), .failure(.certificate("expired"))] {
      let kept = copy(failure, last: last)
      #expect(kept.file == good && kept.fetched == 1_000_000 && kept.problems.count == 1)
    }
    for answer in [response(404), response(301), response(200, Array("<html>".utf8))] {
      let gone = copy(answer, last: last)
      #expect(gone.file == nil && gone.problems.count == 1)
    }
  }

  @Test func aSiteIsAskedAgainAfterAWeekOrADayAfterAFailure() {
    let day: Int64 = 86_400
    var copy = LinkCopy(site: site, checked: 100 * day, fetched: 100 * day, file: good)
    #expect(!copy.isDue(now: 106 * day) && copy.isDue(now: 107 * day))
    copy.problems = ["The server failed."]
    #expect(!copy.isDue(now: 100 * day + 1) && copy.isDue(now: 101 * day))
    copy.checked = .max
    #expect(copy.isDue(now: .min))
  }

  @Test func copiesAreFoundAgainAndDamagedOnesAreNone() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let base = BaseDirectories(environment: ["XDG_STATE_HOME": directory], home: directory)
      let store = LinkStore(of: base)
      let sites = [
        site, LinkSite(host: "example.com", port: 8443),
        LinkSite(host: "example.com", isDeveloper: true),
      ]
      #expect(store.copy(of: site) == nil)
      for (index, site) in sites.enumerated() {
        try store.keep(
          LinkCopy(
            site: site, checked: Int64(index), fetched: 7, file: index == 1 ? nil : good,
            problems: ["é \"\n"]))
      }
      for (index, site) in sites.enumerated() {
        let copy = try #require(store.copy(of: site))
        #expect(copy.checked == Int64(index) && copy.fetched == 7 && copy.problems == ["é \"\n"])
        #expect(copy.file == (index == 1 ? nil : good))
      }
      let files = try FileSystem.entries(of: "\(directory)/fresnel/links/sites").sorted()
      #expect(files.count == 3)
      try FileSystem.write([0x7b], to: "\(directory)/fresnel/links/sites/example.com.json")
      #expect(store.copy(of: site) == nil)
      store.remove(allBut: [sites[1]])
      #expect(store.copy(of: sites[2]) == nil && store.copy(of: sites[1]) != nil)
    }
  }

  @Test func sitesOfTheNetworkHereAreNotAskedForInstalledApps() async throws {
    let verifier = LinkVerifier(userAgent: "Tester/1.0")
    let copy = await verifier.verify(
      LinkSite(host: "127.0.0.1", port: 1), last: nil, now: 1_000)
    #expect(copy.file == nil && copy.checked == 1_000)
    #expect(copy.problems.first?.contains("127.0.0.1") == true, "\(copy.problems)")
  }
}
