import FresnelPlatform
import SpotlightWire
import Testing
import WebAddresses
import WebTestSupport
import WireTestSupport

@testable import WebFetching

/// Fetches as the command line does: in a confined process of the built program.
@Suite("Confined fetching", .serialized, .timeLimit(.minutes(30)))
struct ConfinedFetchingTests {
  private func fetcher(
    toward server: ScriptedServer, _ change: (inout FetchPolicy) -> Void = { _ in }
  ) throws -> WebFetcher {
    var policy = FetchPolicy(userAgent: "Tester/1.0")
    policy.addresses = [.loopback]
    policy.ports = nil
    policy.routes = ["site.example": server.address]
    policy.worker = try TestProgram.path("fresnel")
    change(&policy)
    return try WebFetcher(policy)
  }

  private func url(_ text: String) throws -> WebURL { try #require(WebURL(text)) }

  @Test("An answer comes as it does without a process of its own")
  func answer() async throws {
    let server = try ScriptedServer { _ in
      [.page("<title>Soup</title>", [("X-One", "1"), ("x-one", "two"), ("ETag", "\"a\"")])]
    }
    defer { server.stop() }
    let confined = try fetcher(toward: server)
    let open = try fetcher(toward: server) { $0.worker = nil }
    var request = FetchRequest(try url("http://site.example:\(server.address.port)/soup?a=b"))
    request.fields = [HTTPFields.Field("Accept", "text/html")]
    let (one, other) = (try await confined.fetch(request), try await open.fetch(request))
    #expect(one.url == other.url && one.status == 200 && one.version == other.version)
    #expect(one.fields.all == other.fields.all && one.body == other.body)
    #expect(one.sentByteCount == other.sentByteCount && one.address == server.address)
    #expect(one.timing.whole > .zero)
    #expect(server.requests.first?.head == server.requests.last?.head)
    // The connection stays, in that process.
    #expect(try await confined.fetch(request).reusedConnection)
  }

  @Test("Names are resolved, and addresses are refused, in the confined process")
  func names() async throws {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let fetcher = try fetcher(toward: server)
    let target = try url("http://localhost:\(server.address.port)/")
    #expect(try await fetcher.fetch(FetchRequest(target)).status == 200)
    let strict = try self.fetcher(toward: server) { $0.addresses = [.global] }
    let error = await #expect(throws: FetchError.self) {
      try await strict.fetch(FetchRequest(target))
    }
    #expect(error?.code == .addressRefused)
    fetcher.close()
    let late = await #expect(throws: FetchError.self) {
      try await fetcher.fetch(FetchRequest(target))
    }
    #expect(late?.code == .unavailable)
  }

  @Test(
    "A fetch ends when it is cancelled, and when its process is killed; the next one has another process"
  )
  func endings() async throws {
    let server = try ScriptedServer { request in
      request.target == "/hang" ? [.hang] : [.page("x")]
    }
    defer { server.stop() }
    // Other tests of this process have fetchers too: the program's name tells them apart.
    let directory = try FileSystem.createTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let link = Command("/bin/ln", ["-s", try TestProgram.path("fresnel"), directory + "/f"])
    #expect(try link.run().isSuccess)
    let fetcher = try fetcher(toward: server) { $0.worker = directory + "/f" }
    let hanging = FetchRequest(try url("http://site.example:\(server.address.port)/hang"))
    let short = FetchRequest(try url("http://site.example:\(server.address.port)/"))
    let task = Task { try await fetcher.fetch(hanging) }
    #expect(TestProgram.wait { !server.requests.isEmpty })
    task.cancel()
    #expect((await #expect(throws: FetchError.self) { try await task.value })?.code == .cancelled)
    let workers = try Self.workers(named: directory)
    #expect(!workers.isEmpty)
    for worker in workers { try ConfinedPlaces.expectConfined(worker) }
    let other = Task { try await fetcher.fetch(hanging) }
    #expect(TestProgram.wait { server.requests.count == 2 })
    for worker in workers { Signal.kill.send(to: worker) }
    #expect(
      (await #expect(throws: FetchError.self) { try await other.value })?.code == .unavailable)
    #expect(try await fetcher.fetch(short).status == 200)
  }

  /// The processes of this one with a word in their command line.
  private static func workers(named word: String) throws -> Set<Int32> {
    try Set(MemoryScan.family(of: CurrentProcess.identifier)).filter { process in
      let line = (try? FileSystem.contents(of: "/proc/\(process)/cmdline")) ?? []
      return String(decoding: line, as: UTF8.self).contains(word)
    }
  }

  /// Fetches by a process that writes some bytes and does nothing else any more, in a time after which it is given up;
  /// then by the next process, which does as it should.
  private func failure(
    byProcessWriting bytes: [UInt8], in time: Duration
  ) async throws -> FetchError.Code? {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let directory = try FileSystem.createTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let script = """
      if [ -d '\(directory)/begun' ]; then exec '\(try TestProgram.path("fresnel"))' "$@"; fi
      cat '\(directory)/said' >&3
      sleep 100000
      """
    try FileSystem.write(bytes, to: directory + "/said")
    try TestProgram.write(script: script, to: directory + "/worker")
    let fetcher = try fetcher(toward: server) {
      $0.worker = directory + "/worker"
      $0.limits.body = 1000
    }
    var request = FetchRequest(try url("http://site.example:\(server.address.port)/"))
    var limits = FetchLimits()
    limits.whole = time
    limits.body = 1000
    request.limits = limits
    let error = await #expect(throws: FetchError.self) { try await fetcher.fetch(request) }
    request.limits = nil
    try FileSystem.createDirectory(directory + "/begun")
    #expect(try await fetcher.fetch(request).status == 200)
    #expect(TestProgram.wait { (try? Self.workers(named: directory).isEmpty) == true })
    return error?.code
  }

  @Test("A process that does not answer, or brings more than it was to, is ended")
  func unfaithful() async throws {
    #expect(try await failure(byProcessWriting: [], in: .milliseconds(1)) == .timeout)
    let answer = FetchNews.answer(
      1,
      .success(
        FetchAnswer(
          FetchResponse(
            url: try url("https://a.example/"), status: 200, version: .http11,
            fields: HTTPFields([]), body: [UInt8](repeating: 1, count: 1001), truncation: nil,
            sentByteCount: 7, address: nil, reusedConnection: false,
            timing: FetchResponse.Timing(
              name: .zero, connected: .zero, secured: .zero, firstByte: .zero, whole: .zero)))))
    var writer = WireWriter()
    writer.append(UInt32(answer.payload.count))
    writer.append(answer.kind)
    writer.append(0 as UInt8)
    writer.append(0 as UInt16)
    writer.append(raw: answer.payload)
    #expect(try await failure(byProcessWriting: writer.finish(), in: .seconds(100)) == .tooLarge)
  }

  @Test("What the process tells is read as it was written; what is cut off or longer is refused")
  func coding() throws {
    let answer = FetchAnswer(
      FetchResponse(
        url: try url("https://a.example/"), status: 404, version: .http2,
        fields: HTTPFields([HTTPFields.Field("a", "b")]), body: [1, 2, 3], truncation: .cutOff,
        sentByteCount: 7, address: NetworkAddress("::1", port: 443), reusedConnection: true,
        timing: FetchResponse.Timing(
          name: .seconds(1), connected: .seconds(2), secured: .seconds(3), firstByte: .seconds(4),
          whole: .seconds(5))))
    let all: [FetchNews] = [
      .answer(7, .success(answer)), .answer(8, .failure(FetchError(.dns, "Unknown."))),
      .unable("Why."),
    ]
    for news in all {
      let payload = news.payload
      #expect(try FetchNews(kind: news.kind, payload: payload).payload == payload)
      for count in 0..<payload.count {
        #expect(throws: WireError.self) {
          try FetchNews(kind: news.kind, payload: Array(payload.prefix(count)))
        }
      }
      #expect(throws: WireError.self) { try FetchNews(kind: news.kind, payload: payload + [0]) }
      #expect(throws: WireError.self) { try FetchNews(kind: 200, payload: payload) }
    }
  }

  @Test("From inside no key, store or socket of the person can be reached, and no program run")
  func confined() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let places = try ConfinedPlaces(of: daemon)
      let report = try places.report(
        by: TestProgram.path("fresnel"), [FetchWorker.argument], in: daemon)
      places.check(report)
      places.checkNetwork(report, isThere: true)
    }
  }

  @Test(
    "From inside no file of the person can be read",
    .enabled(
      if: Confinement.landlockVersion > 0,
      "THIS KERNEL HAS NO LANDLOCK: that a confined process reads no files was not tested"))
  func confinedFiles() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let places = try ConfinedPlaces(of: daemon)
      places.checkReading(
        try places.report(by: TestProgram.path("fresnel"), [FetchWorker.argument], in: daemon))
    }
  }
}
