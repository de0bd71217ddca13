import FresnelModel
import Foundation
import SiteValidation
import Synchronization
import Testing
import WebAddresses
import WebServing

@testable import CloudService

@Suite("Checking pages")
struct ValidationRouteTests {
  private static let html =
    "<title>Soup</title><meta name=description content=\"With <b>peas</b>.\"><p>Soup."

  /// A service that checks pages which are all alike.
  private func service(
    _ settings: ServiceSettings = ServiceFixture.unlimited,
    visit: SiteChecking.Visit? = nil
  ) -> CloudService {
    let index = ServedIndex(directory: "/nonexistent/index")
    return CloudService(
      index: index,
      visit: visit ?? { url, apps, tests in
        let page = SiteDocument(name: url.href, bytes: Array(Self.html.utf8), url: url)
        let tests = tests.map(\.href).joined(separator: " ")
        let app = apps.first.map { "\($0.identity)" } ?? ""
        let notes = SiteDocument(
          name: "\(tests) \(app)", bytes: Array("User-agent: *".utf8),
          url: WebURL("https://notes.example/robots.txt"))
        return SiteReport(documents: [page, notes])
      }, settings: settings)
  }

  private func form(_ fields: String, to path: String = "/validate") -> HTTPRequest {
    HTTPRequest(
      method: "POST", path: path,
      headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(fields.utf8))
  }

  private func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test("a page is checked by its address, in a form that can be linked to")
  func address() async {
    let service = service()
    for query in [
      "url=https%3A%2F%2Fsoup.example%2F1", "url=soup.example/1", "url=+soup.example/1+&html2=",
    ] {
      let response = await service.answer(
        HTTPRequest(method: "GET", path: "/validate", query: query))
      #expect(response.status == 200 && response.header("Cache-Control") == "no-store")
      #expect(text(response).contains("https://soup.example/1</code>"))
      #expect(text(response).contains("With &lt;b&gt;peas&lt;/b&gt;."))
    }
    let form = await service.answer(HTTPRequest(method: "GET", path: "/validate"))
    #expect(form.status == 200 && !text(form).contains("id=\"verdict\""))
    // Who asks for the head alone has nothing fetched.
    let refusing = self.service { _, _, _ in
      Issue.record("a page was fetched")
      return SiteReport(documents: [])
    }
    let head = await refusing.answer(
      HTTPRequest(method: "HEAD", path: "/validate", query: "url=soup.example"))
    #expect(head.status == 200)
  }

  @Test("HTML that was pasted is read, and nothing is fetched")
  func pasted() async {
    let service = service { _, _, _ in
      Issue.record("a page was fetched")
      return SiteReport(documents: [])
    }
    let response = await service.answer(
      form("html=%3Ctitle%3ESoup%3C%2Ftitle%3E&url=https://soup.example/2"))
    #expect(response.status == 200)
    #expect(text(response).contains("soup.example") && text(response).contains(">Soup<"))
    #expect(text(response).contains("&lt;title&gt;Soup&lt;/title&gt;</textarea>"))
  }

  @Test(
    "what can't be checked is told at its field",
    arguments: [
      ("url=", "url"), ("url=javascript:alert(1)", "url"), ("url=ftp://a.example", "url"),
      ("url=a+b", "url"), ("url=https://", "url"), ("app=x", "url"), ("html=+", "html"),
      ("html=x&url=nonsense+x", "url"),
      ("url=a.example&test-url=https://a.example/%0Ab%20c", "test-url"),
      ("url=https://a.example/" + String(repeating: "x", count: 3_000), "url"),
      ("url=a.example&app=" + String(repeating: "x", count: 300), "app"),
      ("url=a.example&test-url=" + String(repeating: "a.example%0A", count: 30), "test-url"),
      ("html=" + String(repeating: "x", count: 1 << 20) + "y", "html"),
    ])
  func problems(fields: String, field: String) async throws {
    let service = service()
    let response = await service.answer(form(fields))
    #expect(response.status == 400)
    #expect(text(response).contains("-\(field)-problem\">"))
    let answer = await service.answer(form(fields, to: "/v1/validate"))
    #expect(answer.status == 400)
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(try JSONValue.parse(answer.body)["parameter"] == .string(field))
  }

  @Test("programs send JSON and get the report")
  func programs() async throws {
    let service = service()
    func ask(_ body: String) async throws -> (Int, JSONValue) {
      let response = await service.answer(
        HTTPRequest(
          method: "POST", path: "/v1/validate",
          headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8)))
      return (response.status, try JSONValue.parse(response.body))
    }
    let (status, report) = try await ask(
      #"{"url":"soup.example/1","app":" org.example.Soup ","test_urls":["soup.example/a","soup.example/b"]}"#
    )
    #expect(status == 200 && report["url"] == .string("https://soup.example/1"))
    guard case .array(let documents)? = report["documents"] else {
      Issue.record("no documents")
      return
    }
    #expect(
      documents.last?["file"]
        == .string("https://soup.example/a https://soup.example/b org.example.Soup"))
    let (_, pasted) = try await ask(#"{"html":"<title>Soup</title>"}"#)
    #expect(pasted["worst"] == .string("warning"))
    for body in [
      "", "[]", "{", #"{"url":1}"#, #"{"url":"a.example","more":1}"#, #"{"test_urls":"a"}"#,
      #"{"url":"a.example","test_urls":["a\nb"]}"#, "{}",
    ] {
      let (status, problem) = try await ask(body)
      #expect(status == 400 && problem["detail"] != nil, "\(body)")
    }
  }

  @Test("a client checks but so many pages, and all together but so many at once")
  func limits() async {
    var settings = ServiceFixture.unlimited
    settings.rate = RateLimiter.Rules(perSecond: 0.000_1, burst: 6)
    let limited = service(settings)
    var statuses: [Int] = []
    for _ in 0..<4 { statuses.append(await limited.answer(form("url=a.example")).status) }
    #expect(statuses == [200, 200, 200, 429])
    // What was typed is still there for another try.
    let refused = await limited.answer(form("html=%3Cp%3ESoup&url=a.example"))
    #expect(refused.status == 429 && refused.header("Retry-After") != nil)
    #expect(text(refused).contains("&lt;p&gt;Soup</textarea>"))
    #expect(text(refused).contains("id=\"pasted-html-problem\""))
    // The others wait until this many are under way.
    let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let busy = service { _, _, _ in
      await withCheckedContinuation { continuation in
        waiting.withLock { $0.append(continuation) }
        arrived.yield()
      }
      return SiteReport(documents: [])
    }
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<SiteChecking.visitLimit {
        group.addTask { await busy.answer(self.form("url=a.example")).status }
      }
      var count = 0
      for await _ in arrivals {
        count += 1
        if count == SiteChecking.visitLimit { break }
      }
      let refused = await busy.answer(form("url=a.example"))
      #expect(refused.status == 503 && refused.header("Retry-After") == "5")
      // What was pasted takes nobody's place.
      #expect(await busy.answer(form("html=x")).status == 200)
      for continuation in waiting.withLock({ $0 }) { continuation.resume() }
      for await status in group { #expect(status == 200) }
    }
  }

  @Test("without a validator there is nothing to check with")
  func none() async {
    let service = CloudService(
      index: ServedIndex(directory: "/nonexistent/index"), settings: ServiceFixture.unlimited)
    #expect(await service.answer(HTTPRequest(method: "GET", path: "/validate")).status == 404)
  }
}
