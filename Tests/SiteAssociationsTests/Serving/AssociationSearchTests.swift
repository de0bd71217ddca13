import Testing
import WebAddresses
import WebDocuments

@testable import SiteAssociations

struct AssociationSearchTests {
  private func answer(_ status: Int, type: String? = "application/json") -> AssociationAnswer {
    .response(status: status, contentType: type, location: nil, body: Array("{}".utf8))
  }

  private func search(_ answers: AssociationAnswer...) -> AssociationSearch {
    var search = AssociationSearch(host: "example.com", looksForSuffix: true)
    for answer in answers { search.take(answer) }
    return search
  }

  @Test func theFileIsLookedForInTwoPlaces() {
    var search = AssociationSearch(host: "example.com", port: 8443)
    #expect(
      search.next?.href == "https://example.com:8443/.well-known/apple-app-site-association")
    search.take(answer(410))
    #expect(search.next?.href == "https://example.com:8443/apple-app-site-association")
    search.take(answer(200))
    #expect(search.next == nil)
    guard case .found(let bytes, let url)? = search.result else {
      Issue.record("The file was not found.")
      return
    }
    #expect(bytes == Array("{}".utf8))
    #expect(url.path == "/apple-app-site-association")
    #expect(search.diagnostics.map(\.code) == ["served-from-root"])
  }

  @Test(arguments: [
    (AssociationAnswer.failure(.timeout), "fetch-timeout", true),
    (.failure(.hostUnknown), "fetch-dns", true),
    (.failure(.notReached("refused")), "fetch-connect", true),
    (.failure(.certificate("self-signed")), "tls-certificate", true),
    (.failure(.tooLarge), "too-large", false),
    (.response(status: 500, contentType: nil, location: nil, body: []), "server-error", true),
    (.response(status: 403, contentType: nil, location: nil, body: []), "http-status", false),
    (.response(status: 429, contentType: nil, location: nil, body: []), "http-status", true),
    (.response(status: 408, contentType: nil, location: nil, body: []), "http-status", true),
    (.response(status: 204, contentType: nil, location: nil, body: []), "http-status", false),
    (.response(status: 301, contentType: nil, location: "/", body: []), "redirect", false),
  ])
  func whatTheSiteOrTheWayToItFailsInEndsTheSearch(
    answer: AssociationAnswer, code: String, keeps: Bool
  ) {
    let search = search(answer)
    #expect(search.next == nil)
    #expect(search.diagnostics.map(\.code) == [code])
    #expect(search.diagnostics.first?.severity == .error)
    guard case .failed(let keepsLastCopy)? = search.result else {
      Issue.record("The search did not fail.")
      return
    }
    #expect(keepsLastCopy == keeps)
  }

  @Test func aFileWithASuffixIsToldAndIsNone() {
    let search = search(answer(404), answer(404), answer(200), answer(404))
    #expect(search.diagnostics.map(\.code) == ["json-suffix", "not-found"])
    #expect(search.next == nil)
  }

  @Test func whatBecomesOfNamesWithASuffixChangesNothingElse() {
    let search = search(answer(404), answer(404), .failure(.timeout), .failure(.tooLarge))
    #expect(search.diagnostics.map(\.code) == ["not-found"])
    guard case .failed(keepsLastCopy: false)? = search.result else {
      Issue.record("The site said that it has no file.")
      return
    }
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", 0), (" APPLICATION/JSON ", 0),
    ("application/pkcs7-mime", 0),
    ("application/octet-stream", 1), ("", 1),
  ])
  func otherTypesAreNoticed(type: String, count: Int) {
    let search = search(answer(200, type: type))
    #expect(search.diagnostics.filter { $0.code == "content-type" }.count == count)
    #expect(search.result != nil)
  }

  @Test func withoutTLSOrAHostNothingIsAsked() {
    let plain = AssociationSearch(host: "example.com", isHTTPS: false)
    #expect(plain.next == nil && plain.diagnostics.map(\.code) == ["not-https"])
    let odd = AssociationSearch(host: "exa mple")
    #expect(odd.next == nil && odd.diagnostics.map(\.code) == ["fetch-dns"])
  }

  @Test func copiesAreRenewedAfterAWeekAndUsedForAMonth() {
    let day: Int64 = 86_400
    let copy = AssociationCopy(fetched: 1_000 * day)
    #expect(!copy.isDue(now: 1_006 * day) && copy.staleness(now: 1_006 * day) == nil)
    #expect(copy.isDue(now: 1_007 * day) && copy.isUsable(now: 1_007 * day))
    #expect(copy.staleness(now: 1_008 * day)?.message.contains("8 days") == true)
    #expect(!copy.isUsable(now: 1_030 * day))
    #expect(copy.isDue(now: 999 * day) && copy.isUsable(now: 999 * day))
    #expect(!AssociationCopy(fetched: .min).isUsable(now: .max))
    #expect(AssociationCopy(fetched: .max).isDue(now: .min))
  }
}
