import CrawlRules
import FresnelPlatform
import WebAddresses
import WebFetching

/// Makes the requests that a frontier hands out.
struct CrawlRequests: Sendable {
  let fetcher: WebFetcher
  let reader: CrawlReader
  /// Whether all connections are those to a proxy.
  var isBehindProxy = false

  /// The most redirections that robots.txt is looked for behind (RFC 9309, 2.3.1.2).
  private static let robotsRedirections = 5

  /// Makes a request.
  ///
  /// - Parameter claim: The request.
  /// - Returns: What came of it; `nil` when it was cancelled.
  func make(_ claim: CrawlClaim) async -> CrawlResult? {
    switch claim.target {
    case .robots: await robots(claim)
    case .page(_, let kind): await page(claim, kind)
    }
  }

  private func page(_ claim: CrawlClaim, _ kind: PageRecord.Kind) async -> CrawlResult? {
    var request = FetchRequest(claim.url)
    request.validators = claim.validators
    request.takesPartOfBody = true
    request.fields = [
      .init("Accept", "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1")
    ]
    if kind == .sitemap {
      var limits = FetchLimits()
      (limits.sentBody, limits.body) = (10 << 20, 50 << 20)
      request.limits = limits
    }
    let start = MonotonicClock.milliseconds
    do throws(FetchError) {
      let response = try await fetcher.fetch(request)
      let read = ProcessorClock.measure { content(of: response, kind) }
      var result = CrawlResult(
        claim, read.value, status: response.status,
        duration: response.crawlDuration, address: address(of: response),
        validators: response.validators)
      result.robotsTag = response.robotsTag
      result.transport = response.transport
      result.processorTime = read.microseconds
      return result
    } catch {
      guard let content = Self.content(of: error) else { return nil }
      let duration = Int64(
        clamping: MonotonicClock.elapsed(from: start, to: MonotonicClock.milliseconds))
      var result = CrawlResult(claim, content, status: 0, duration: duration)
      result.error = error.code
      return result
    }
  }

  private func content(
    of response: FetchResponse, _ kind: PageRecord.Kind
  ) -> CrawlResult.Content {
    switch response.status {
    case 200..<300:
      switch response.truncation {
      case nil, .tooLarge?, .tooLargeAsSent?: return reader.read(response, kind)
      // Half a page would take the place of the whole one.
      case .cutOff?, .timedOut?, .damagedEncoding?: return .failed
      }
    case 304: return .unchanged
    case 301, 302, 303, 307, 308:
      guard let target = response.redirection, target.isHTTP else {
        return .missing(isForGood: false)
      }
      return .redirection(target, isMoved: response.status == 301 || response.status == 308)
    case 429, 503:
      let seconds = response.retryAfter(at: Int64(WallClock.secondsSince1970))
      return .overloaded(retryAfter: seconds.map { $0.multipliedClamped(by: 1000) })
    case 500...: return .failed
    default: return .missing(isForGood: response.status == 410)
    }
  }

  /// The address of the host that answered; behind a proxy it is not known.
  private func address(of response: FetchResponse) -> String? {
    isBehindProxy ? nil : response.address?.host
  }

  private static func content(of error: FetchError) -> CrawlResult.Content? {
    switch error.code {
    case .cancelled: nil
    case .url, .portRefused, .addressRefused, .field: .refused
    case .tooLarge: .other
    case .headTooLarge, .httpProtocol, .encoding: .failed
    case .dns, .connect, .timeout, .certificate, .tls, .cutOff, .unavailable: .unreachable
    }
  }

  private func robots(_ claim: CrawlClaim) async -> CrawlResult? {
    var url = claim.url
    var limits = FetchLimits()
    (limits.sentBody, limits.body) = (RobotsFile.fetchedLength, RobotsFile.fetchedLength)
    for _ in 0...Self.robotsRedirections {
      var request = FetchRequest(url)
      request.limits = limits
      request.takesPartOfBody = true
      do throws(FetchError) {
        let response = try await fetcher.fetch(request)
        if let next = response.redirection, next.isHTTP {
          url = next
          continue
        }
        // The rules that were lost on the way may be those that shut the crawler out. What is beyond the limit is not
        // read anyway.
        switch response.truncation {
        case nil, .tooLarge?, .tooLargeAsSent?: break
        case .cutOff?, .timedOut?, .damagedEncoding?:
          var result = CrawlResult(claim, .robots(.noAnswer), status: 0)
          result.error = .cutOff
          return result
        }
        let now = Int64(WallClock.secondsSince1970)
        let outcome = RobotsOutcome.answer(
          status: response.status, body: response.body,
          maximumAge: response.freshness(at: now).map { .seconds($0) },
          retryAfter: response.retryAfter(at: now).map { .seconds($0) })
        var result = CrawlResult(
          claim, .robots(outcome), status: response.status, duration: response.crawlDuration,
          address: address(of: response))
        result.transport = response.transport
        if 200..<300 ~= response.status {
          let read = RobotsReading(host: claim.host, body: response.body).read()
          result.processorTime = read.processorTime
          result.robots = read
        }
        return result
      } catch {
        guard let content = Self.content(of: error) else { return nil }
        var result = CrawlResult(claim, .robots(.noAnswer), status: 0)
        if case .refused = content { result.content = content }
        result.error = error.code
        return result
      }
    }
    return CrawlResult(claim, .robots(.tooManyRedirects), status: 0)
  }
}

extension FetchResponse {
  /// How the answer came.
  fileprivate var transport: CrawlResult.Transport {
    .init(version: version, isReused: reusedConnection, byteCount: sentByteCount)
  }

  /// What the head asks of crawlers, one value on a line; `nil` for nothing.
  fileprivate var robotsTag: String? {
    let values = fields.values("X-Robots-Tag")
    return values.isEmpty ? nil : values.joined(separator: "\n")
  }

  /// How long the server took for its answer, in milliseconds.
  fileprivate var crawlDuration: Int64 {
    let setup = max(timing.name, timing.connected, timing.secured)
    return (timing.whole - setup).clampedMilliseconds
  }
}
