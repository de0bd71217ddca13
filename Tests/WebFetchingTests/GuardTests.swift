import FresnelPlatform
import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

@Suite("Where a fetcher does not go")
struct GuardTests {
  @Test(
    "Addresses that are not public are refused before anything is sent",
    arguments: [
      "http://127.0.0.1/", "http://127.1/", "http://0/", "http://2130706433/", "http://0x7f.1/",
      "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://10.0.0.1/",
      "http://169.254.169.254/latest/meta-data/", "http://[64:ff9b::7f00:1]/",
      "http://[fe80::1]/", "http://192.168.0.1/", "http://100.64.0.1/", "https://[fd00::1]/",
    ])
  func literals(address: String) async throws {
    let fetcher = try WebFetcher(FetchPolicy(userAgent: "Tester/1.0"))
    #expect(try await fetcher.failure(address).code == .addressRefused)
  }

  @Test("A name that stands for an address that is not public is refused when it is connected to")
  func names() async throws {
    let server = try ScriptedServer { _ in [.page("secret")] }
    defer { server.stop() }
    var policy = FetchPolicy.toward(server)
    policy.addresses = [.global]
    let fetcher = try WebFetcher(policy)
    let error = try await fetcher.failure("http://site.example/")
    #expect(error.code == .addressRefused)
    #expect(error.message.contains("127.0.0.1"))
    #expect(server.connectionCount == 0)
    // One that the system's own table of names has.
    #expect(try await fetcher.failure("http://localhost/").code == .addressRefused)
  }

  @Test("A proxy may be anywhere, and does not hear of hosts that are addresses")
  func proxies() async throws {
    let proxy = try ScriptedServer { [.page($0.target)] }
    defer { proxy.stop() }
    var policy = FetchPolicy(userAgent: "Tester/1.0")
    policy.proxy = "http://\(proxy.address)"
    let fetcher = try WebFetcher(policy)
    #expect(try await fetcher.fetch("http://site.example/a?b").text == "http://site.example/a?b")
    #expect(try await fetcher.failure("http://10.0.0.1/").code == .addressRefused)
    #expect(try await fetcher.failure("http://127.0.0.1/").code == .addressRefused)
    #expect(proxy.requests.count == 1)
  }

  @Test("Ports are refused that the policy does not name")
  func ports() async throws {
    let server = try ScriptedServer { _ in [.page("x")] }
    defer { server.stop() }
    let port = server.address.port
    var policy = FetchPolicy.toward(server)
    let strict = try WebFetcher(policy)
    #expect(try await strict.failure("http://127.0.0.1:\(port)/").code == .portRefused)
    #expect(try await strict.failure("http://site.example:22/").code == .portRefused)
    policy.ports = [port]
    let told = try WebFetcher(policy)
    #expect(try await told.fetch("http://127.0.0.1:\(port)/").status == 200)
    policy.ports = nil
    let open = try WebFetcher(policy)
    #expect(try await open.fetch("http://127.0.0.1:\(port)/").status == 200)
  }

  @Test(
    "Only http and https are spoken",
    arguments: [
      "file:///etc/passwd", "ftp://site.example/", "gopher://site.example/", "data:text/html,x",
      "javascript:alert(1)", "mailto:a@b.example", "ws://site.example/", "dict://site.example/",
    ])
  func schemes(address: String) async throws {
    let fetcher = try WebFetcher(FetchPolicy(userAgent: "Tester/1.0"))
    #expect(try await fetcher.failure(address).code == .url)
  }

  @Test("A name that nobody has, and a port where nobody listens, have errors of their own")
  func absent() async throws {
    var policy = FetchPolicy(userAgent: "Tester/1.0")
    policy.addresses = [.loopback]
    policy.ports = nil
    let fetcher = try WebFetcher(policy)
    #expect(try await fetcher.failure("http://nobody.invalid/").code == .dns)
    // A port for a protocol that nobody speaks any more.
    let error = try await fetcher.failure("http://127.0.0.1:1/")
    #expect(error.code == .connect)
    #expect(error.message.contains("127.0.0.1"))
  }
}
