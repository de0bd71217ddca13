/// Which unfielded searches see an attribute.
public enum SearchScope: String, Hashable, Sendable, CaseIterable {
  /// Neither: identifiers, types, paths, dates, numbers. A query may still name the attribute.
  case none
  /// `*` and `**`: text that describes the item.
  case metadata
  /// `**` only: the text of the content itself.
  case text
}

/// The weight classes of searchable text, the weightiest first.
public enum FieldGroup: UInt8, Hashable, Comparable, Sendable, CaseIterable {
  /// What the item is called.
  case title = 0
  /// Other names and keywords.
  case secondary = 1
  /// Other descriptive text.
  case metadata = 2
  /// The text of the content.
  case text = 3

  /// Orders by weight, the weightiest first.
  public static func < (left: FieldGroup, right: FieldGroup) -> Bool {
    left.rawValue < right.rawValue
  }
}
