import FresnelPlatform
import WebAddresses

@testable import WebFetching

/// What the confined process that fetches tells the command: a byte for the kind, then what follows the header. The
/// process reads bytes from the network, and may be taken over by them.
enum FetchNewsTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    guard let url = WebURL("https://a.example/") else { return [] }
    let answer = FetchAnswer(
      FetchResponse(
        url: url, status: 404, version: .http2,
        fields: HTTPFields([HTTPFields.Field("Content-Type", "text/html")]), body: [1, 2, 3],
        truncation: .cutOff, sentByteCount: 7, address: NetworkAddress("::1", port: 443),
        reusedConnection: true,
        timing: FetchResponse.Timing(
          name: .seconds(1), connected: .seconds(2), secured: .seconds(3), firstByte: .seconds(4),
          whole: .seconds(5))))
    let news: [FetchNews] = [
      .answer(7, .success(answer)), .answer(8, .failure(FetchError(.dns, "Unknown."))),
      .unable("seccomp"),
    ]
    return news.map { [$0.kind] + $0.payload }
  }

  static func examine(_ input: [UInt8]) {
    guard let kind = input.first,
      let news = try? FetchNews(kind: kind, payload: Array(input.dropFirst()))
    else { return }
    // Addresses and times have several encodings; what is written is read as the same.
    let payload = news.payload
    let again = try? FetchNews(kind: news.kind, payload: payload)
    expect(again?.payload == payload, "News are read as others than were written.")
    if case .answer(_, .success(let answer)) = news, let url = WebURL("https://a.example/") {
      let response = answer.response(to: FetchRequest(url))
      expect((0...999).contains(response.status), "A status is out of range.")
      expect(response.url.href == url.href, "An answer is for another address than was asked.")
    }
  }
}
