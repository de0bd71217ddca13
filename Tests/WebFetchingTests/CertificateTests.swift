import FresnelPlatform
import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

@Suite("Certificates", .enabled(if: SecureServer.isPossible))
struct CertificateTests {
  @Test("A server is believed that has a trusted certificate with its name, and no other")
  func verification() async throws {
    let server = try SecureServer(host: "site.example")
    var policy = FetchPolicy(userAgent: "Tester/1.0")
    policy.addresses = [.loopback]
    for host in ["site.example", "other.example"] {
      policy.routes[host] = NetworkAddress("127.0.0.1", port: server.port)
    }
    let strict = try WebFetcher(policy)
    #expect(try await strict.failure("https://site.example/").code == .certificate)
    policy.certificates = server.certificate
    let told = try WebFetcher(policy)
    let response = try await told.fetch("https://site.example/")
    #expect(response.status == 200)
    #expect(response.timing.secured > .zero)
    let error = try await told.failure("https://other.example/")
    #expect(error.code == .certificate)
    #expect(error.message.contains("other.example"))
  }

  @Test("A server that speaks no TLS has an error of its own")
  func noTLS() async throws {
    let server = try ScriptedServer(greeting: [.answer(400, text: "Bad"), .close]) { _ in [] }
    defer { server.stop() }
    let fetcher = try WebFetcher(.toward(server))
    #expect(try await fetcher.failure("https://site.example/").code == .tls)
  }
}
