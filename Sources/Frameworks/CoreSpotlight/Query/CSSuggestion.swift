public import Foundation
internal import SpotlightWire

/// A text that a person may go on with: what they typed, completed from the names of items of this app, what they
/// searched for before, or what they typed with some of its words understood as a filter.
open class CSSuggestion: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Sendable: everything is constant; a subclass answers for its own.
  let suggestion: Suggestion

  /// What a suggestion is shown as.
  public enum SuggestionKind: Int, Sendable {
    /// It is not shown.
    case none = 0
    /// It stands apart from the others.
    case custom = 1
    /// It is shown as it is.
    case `default` = 2
  }

  init(_ suggestion: Suggestion) {
    self.suggestion = suggestion
    super.init()
  }

  /// The text, in which `suggestionHighlight` marks what the person has typed.
  open var localizedAttributedSuggestion: AttributedString {
    var text = AttributedString()
    let utf8 = Array(suggestion.text.utf8)
    var place = 0
    func append(to end: Int, isTyped: Bool) {
      guard place < end else { return }
      var part = AttributedString(String(decoding: utf8[place..<end], as: UTF8.self))
      if isTyped { part[AttributeScopes.CoreSpotlightAttributes.SuggestionHighlight.self] = true }
      text += part
      place = end
    }
    for range in suggestion.typed {
      append(to: min(range.lowerBound, utf8.count), isTyped: false)
      append(to: min(range.upperBound, utf8.count), isTyped: true)
    }
    append(to: utf8.count, isTyped: false)
    return text
  }

  /// What it is shown as.
  open var suggestionKind: SuggestionKind { suggestion.kind == .filter ? .custom : .default }

  /// Orders two suggestions by their texts, as lists for people are ordered.
  open func compare(_ other: CSSuggestion) -> ComparisonResult {
    suggestion.text.localizedStandardCompare(other.suggestion.text)
  }

  /// Orders two suggestions of one query, the better one first.
  open func compare(byRank other: CSSuggestion) -> ComparisonResult {
    let (left, right) = (suggestion.score, other.suggestion.score)
    return left > right ? .orderedAscending : left < right ? .orderedDescending : .orderedSame
  }

  /// Two suggestions are equal when they have one text, stand for the same and are worth the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CSSuggestion else { return false }
    return suggestion == other.suggestion
  }

  /// Agrees with `isEqual(_:)`.
  open override var hash: Int { suggestion.text.hashValue }

  /// Copies the suggestion.
  open func copy(with zone: NSZone? = nil) -> Any { CSSuggestion(suggestion) }

  // MARK: - Secure coding

  /// Suggestions can be read from archives that are not trusted.
  open class var supportsSecureCoding: Bool { true }

  private static let archiveKey = "suggestion"

  /// Writes the suggestion to an archive.
  open func encode(with coder: NSCoder) {
    var writer = WireWriter()
    suggestion.write(to: &writer)
    coder.encode(NSData(data: Data(writer.bytes)), forKey: Self.archiveKey)
  }

  /// Reads a suggestion from an archive; fails where that has none.
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey) else {
      return nil
    }
    var reader = WireReader(Array(Data(referencing: data)))
    guard let suggestion = try? Suggestion(from: &reader), suggestion.score.isFinite else {
      return nil
    }
    self.suggestion = suggestion
    super.init()
  }
}

extension AttributeScopes {
  /// What Core Spotlight says of parts of a text.
  public struct CoreSpotlightAttributes: AttributeScope {
    /// Marks what the person has typed of a suggestion.
    public let suggestionHighlight: SuggestionHighlight

    /// Marks what the person has typed of a suggestion; the same as ``CSSuggestionHighlightAttributeName``.
    public enum SuggestionHighlight: AttributedStringKey {
      /// True where it was typed.
      public typealias Value = Bool
      /// The name under which `NSAttributedString` has it.
      public static let name = CSSuggestionHighlightAttributeName.rawValue
    }
  }

  /// What Core Spotlight says of parts of a text.
  public var coreSpotlight: CoreSpotlightAttributes.Type { CoreSpotlightAttributes.self }
}

extension AttributeDynamicLookup {
  /// Finds an attribute of Core Spotlight by its name.
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.CoreSpotlightAttributes, Key>
  ) -> Key { self[Key.self] }
}
