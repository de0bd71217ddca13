public import CoreSpotlight
public import Foundation

/// A column and the attribute that it fills.
///
/// A null fills nothing, and so does a value that cannot become one of the attribute's type. Two columns of
/// one attribute: the later one that is not null counts.
public struct SearchableColumn: Sendable {
  /// An attribute, as `\.title`.
  public typealias Attribute<Value> =
    any ReferenceWritableKeyPath<CSSearchableItemAttributeSet, Value?> & Sendable

  /// The name of the column.
  public let name: String
  /// A value that shows which attribute the column fills, and how.
  let sample: SearchableValue
  /// Fills the attribute.
  let fill: @Sendable (CSSearchableItemAttributeSet, SearchableValue) -> Void

  private init(
    _ name: String, sample: SearchableValue,
    fill: @escaping @Sendable (CSSearchableItemAttributeSet, SearchableValue) -> Void
  ) {
    self.name = name
    self.sample = sample
    self.fill = fill
  }

  /// A column for a text; numbers become text.
  public init(
    _ column: String,
    _ attribute: Attribute<String>
  ) {
    self.init(column, sample: .text(column)) { attributes, value in
      if let text = value.string { attributes[keyPath: attribute] = text }
    }
  }

  /// A column for several texts: a JSON array of texts, else one in each line.
  public init(
    _ column: String,
    _ attribute: Attribute<[String]>
  ) {
    self.init(column, sample: .text(column)) { attributes, value in
      if let texts = value.strings { attributes[keyPath: attribute] = texts }
    }
  }

  /// A column for a number; a text that reads as one becomes a number.
  public init(
    _ column: String,
    _ attribute: Attribute<NSNumber>
  ) {
    self.init(column, sample: .integer(1)) { attributes, value in
      if let number = value.number { attributes[keyPath: attribute] = number }
    }
  }

  /// A column for an instant: seconds since 1970, or text as ISO 8601 has it and as SQLite's date functions
  /// write it (`2026-05-01`, `2026-05-01 18:30:00`, `2026-05-01T18:30:00.5+02:00`), UTC unless it says else.
  public init(
    _ column: String,
    _ attribute: Attribute<Date>
  ) {
    self.init(column, sample: .integer(1)) { attributes, value in
      if let date = value.date { attributes[keyPath: attribute] = date }
    }
  }

  /// A column for a URL; a text that begins with a slash is the path of a file.
  public init(
    _ column: String,
    _ attribute: Attribute<URL>
  ) {
    self.init(column, sample: .text("column:sample")) { attributes, value in
      if let url = value.url { attributes[keyPath: attribute] = url }
    }
  }

  /// A column for bytes; a text gives its UTF-8.
  public init(
    _ column: String,
    _ attribute: Attribute<Data>
  ) {
    self.init(column, sample: .text(column)) { attributes, value in
      if let data = value.bytes { attributes[keyPath: attribute] = data }
    }
  }

  /// A column for the title.
  public static func title(_ column: String) -> SearchableColumn {
    SearchableColumn(column, \CSSearchableItemAttributeSet.title)
  }

  /// A column for the keywords.
  public static func keywords(_ column: String) -> SearchableColumn {
    SearchableColumn(column, \CSSearchableItemAttributeSet.keywords)
  }

  /// A column that fills no attribute by itself: `prepare` reads it, and a change of it counts.
  public static func value(_ column: String) -> SearchableColumn {
    SearchableColumn(column, sample: .text(column)) { _, _ in }
  }
}
