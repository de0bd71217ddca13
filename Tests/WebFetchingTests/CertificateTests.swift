import FresnelPlatform
import Glibc
import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

/// A server of TLS with a certificate made for it, played by OpenSSL's own program.
private final class SecureServer {
  let directory: String
  let port: UInt16
  private let process: Int32

  var certificate: String { "\(directory)/certificate.pem" }

  static let isPossible = Command.path(of: "openssl") != nil

  init() throws {
    directory = try FileSystem.createTemporaryDirectory()
    let output = "\(directory)/output"
    // The output of the last command goes to a file; `exec` lets its process be ended.
    let script = """
      cd "$0" && openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 \
        -subj /CN=site.example -addext subjectAltName=DNS:site.example && exec openssl s_server \
        -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -www >output 2>&1
      """
    process = try Command("sh", ["-c", script, directory]).startDetached()
    var found: UInt16?
    let end = MonotonicClock.nanoseconds + 60_000_000_000
    while found == nil, MonotonicClock.nanoseconds < end {
      let text = (try? FileSystem.contents(of: output)).map { String(decoding: $0, as: UTF8.self) }
      // What comes after the last line's end may be half a line.
      let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      for line in lines where line.hasPrefix("ACCEPT ") {
        found = line.split(separator: ":").last.flatMap { UInt16($0) }
      }
      _ = try waitForInput(on: [], timeout: .milliseconds(10))
    }
    guard let found else {
      kill(process, SIGKILL)
      throw SystemError(.timedOut, call: "openssl")
    }
    port = found
  }

  deinit {
    kill(process, SIGKILL)
    try? FileSystem.removeTree(directory)
  }
}

@Suite("Certificates", .enabled(if: SecureServer.isPossible))
struct CertificateTests {
  @Test("A server is believed that has a trusted certificate with its name, and no other")
  func verification() async throws {
    let server = try SecureServer()
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
