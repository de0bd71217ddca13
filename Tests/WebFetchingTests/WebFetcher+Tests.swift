import FresnelPlatform
import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

extension FetchPolicy {
  /// A policy under which the hosts of a server of this process can be fetched from.
  static func toward(_ server: ScriptedServer, hosts: [String] = ["site.example"]) -> FetchPolicy {
    var policy = FetchPolicy(
      userAgent: "Tester/1.0 (+https://tester.example/about)", from: "tester@example.com")
    policy.addresses = [.loopback]
    for host in hosts { policy.routes[host] = server.address }
    return policy
  }
}

extension WebFetcher {
  /// Fetches an address.
  func fetch(
    _ address: String, _ change: (inout FetchRequest) -> Void = { _ in }
  ) async throws -> FetchResponse {
    var request = FetchRequest(try #require(WebURL(address)))
    change(&request)
    return try await fetch(request)
  }

  /// The error of a fetch that must fail.
  func failure(
    _ address: String, _ change: (inout FetchRequest) -> Void = { _ in }
  ) async throws -> FetchError {
    try await #require(throws: FetchError.self) { try await fetch(address, change) }
  }
}

extension FetchResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}
