package import CrawlRules
package import WebAddresses

/// An address on the way to a page, and what its server answered.
package struct SiteHop: Sendable {
  /// What came of asking.
  package enum Outcome: Sendable {
    /// The page.
    case page
    /// The server sends on, by its status.
    case redirection(to: WebURL)
    /// The page sends browsers on at once.
    case refresh(to: WebURL)
    /// The server answered without a page.
    case refused
    /// There was no answer, in a sentence.
    case failure(String)
  }

  /// The address.
  package let url: WebURL
  /// What came of asking.
  package let outcome: Outcome
  /// The status; `nil` without an answer.
  package let status: Int?
  /// Which version of HTTP the server spoke, such as `2`; `nil` without an answer.
  package let version: String?
  /// The field `Content-Type`.
  package let contentType: String?
  /// How many bytes the body has, unpacked, as far as it was fetched.
  package let byteCount: Int
  /// How long the server took to answer; `nil` without an answer.
  package let answering: Duration?
  /// What robots.txt of its host says of the address; `nil` where nobody looked.
  package internal(set) var robots: RobotsDecision?

  /// Where it leads on to; `nil` where it doesn't.
  package var target: WebURL? {
    switch outcome {
    case .redirection(let target), .refresh(let target): target
    case .page, .refused, .failure: nil
    }
  }
}
