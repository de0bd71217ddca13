import CloudService
import Foundation
import FresnelEngine
import FresnelModel
import FresnelPlatform
import PublicIndex
import SiteValidation
import WebAddresses
import WebFetching
import WebServing
import WebTestSupport

/// The service as it is, for a browser: over an index of sample pages, with a web on which there are two sites.
enum PageServer {
  /// Runs a body while pages are served.
  ///
  /// - Parameter body: Is given the address of the service.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  static func serving<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-pages")
    defer { try? FileSystem.removeTree(directory) }
    try await write(SamplePages.all, to: directory)
    let index = ServedIndex(directory: directory)
    defer { index.close() }
    let site = try ScriptedServer { SamplePages.answer($0) }
    defer { site.stop() }
    // All that is fetched comes from that site, as through a proxy.
    var policy = SiteValidator.policy(userAgent: "Tester/1.0")
    policy.proxy = "http://\(site.address)"
    let fetcher = try WebFetcher(policy)
    defer { fetcher.close() }
    let service = CloudService(
      index: index, apps: SamplePages.apps,
      visit: { url, _, _ in
        switch url.host {
        case "cooking.example": SampleReports.good
        case "diner.example": SampleReports.bad
        default: SampleReports.unreachable
        }
      }, pictures: PictureProxy(fetcher),
      settings: ServiceSettings(
        version: "1.0", rate: RateLimiter.Rules(perSecond: 0), searchSeconds: 600))
    let limits = ServerLimits(answerTime: .seconds(600), idleSeconds: 600, requestSeconds: 600)
    let server = try HTTPServer(limits: limits) { await service.answer($0) }
    let result: Result
    do { result = try await body("http://127.0.0.1:\(server.port)") } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return result
  }

  private static func write(_ pages: [Item], to directory: String) async throws {
    let store = try Store.open(at: directory)
    defer { store.close() }
    let batch = Batch(
      scope: PublicPages.scope, operations: [.put(try pages.map { try ItemCodec.encode($0) })])
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      store.submit(batch) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }
}
