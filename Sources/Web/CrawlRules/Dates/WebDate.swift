public import FresnelModel

/// A date of a page, a sitemap or a feed, as precise as it is given.
public struct WebDate: Hashable, Sendable {
  /// The date in the form of W3C: a year, a month, a day, or an instant with its time zone.
  public let text: String
  /// The instant at which it begins, in UTC where it is a whole day, month or year.
  public let timestamp: Timestamp

  /// Takes a date that was read.
  init(text: String, timestamp: Timestamp) {
    self.text = text
    self.timestamp = timestamp
  }
}
