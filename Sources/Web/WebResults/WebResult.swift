package import WebAddresses

/// A page that a public index found, as far as a list of results shows it.
///
/// Texts are of one line, without control characters, and bounded.
package struct WebResult: Hashable, Sendable {
  /// How people rate what the page is about.
  package struct Rating: Hashable, Sendable {
    /// The mean, from 0 to ``best``.
    package let value: Double
    /// The best that can be given.
    package let best: Double
    /// How many gave one, where that is told.
    package let count: Int?
  }

  /// The page; always of http or https, with a host.
  package let url: WebURL
  /// What it is called.
  package let title: String
  /// What it says.
  package let summary: String?
  /// What its site calls itself.
  package let site: String?
  /// What kind of thing it is about, by a type of schema.org.
  package let type: String?
  /// The day that it tells of, as the server writes it.
  package let date: String?
  /// How it is rated.
  package let rating: Rating?
  /// What opens the same thing in an app.
  package let deepLink: String?

  /// The host by the page's own address, whatever the server says of it.
  package var host: String { url.host ?? "" }
}
