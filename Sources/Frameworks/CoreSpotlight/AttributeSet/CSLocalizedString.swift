public import Foundation

/// One text in several languages, shown in the language of the person who reads it.
///
/// The languages stay with the value when it is set by
/// ``CSSearchableItemAttributeSet/setValue(_:forKey:)`` or under a custom key, and a query finds
/// the item by the text in each of them. Bridged to `String`, as for a typed property, it is the
/// text in the current language.
open class CSLocalizedString: NSString {
  let texts: [String: String]
  private let shown: NSString

  /// Makes a text from its versions.
  ///
  /// - Parameter localizedStrings: Language tag, such as `de` or `pt-BR`, to text. Entries of
  ///   other types are left out.
  public init(localizedStrings: [AnyHashable: Any]) {
    var texts: [String: String] = [:]
    for (language, text) in localizedStrings {
      guard let language = language.base as? String, let text = text as? String else { continue }
      texts[language] = text
    }
    self.texts = texts
    shown = NSString(string: LanguageChoice.current.text(of: texts) ?? "")
    super.init(stringLiteral: "")
  }

  /// The text in the current language.
  open func localizedString() -> String {
    LanguageChoice.current.text(of: texts) ?? ""
  }

  // MARK: - What a subclass of NSString must have

  /// The length, in UTF-16 units, of the text in the language current when it was made.
  open override var length: Int { shown.length }

  /// The UTF-16 unit at an index.
  open override func character(at index: Int) -> unichar { shown.character(at: index) }

  /// The text itself, which never changes.
  open override func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Secure coding

  /// Writes all versions to an archive.
  open override func encode(with coder: NSCoder) {
    coder.encode(NSDictionary(dictionary: texts), forKey: "localizedStrings")
  }

  /// Reads the versions from an archive.
  public required init?(coder: NSCoder) {
    let entries = coder.decodeObject(
      of: [NSDictionary.self, NSString.self], forKey: "localizedStrings")
    guard let texts = entries as? [String: String] else { return nil }
    self.texts = texts
    shown = NSString(string: LanguageChoice.current.text(of: texts) ?? "")
    super.init(stringLiteral: "")
  }

  // MARK: - Initializers that NSString demands of subclasses

  /// Makes a text that is the same in every language.
  public required convenience init(string aString: String) {
    self.init(localizedStrings: ["en": aString])
  }

  /// Makes a text that is the same in every language.
  public required convenience init(stringLiteral value: StaticString) {
    self.init(string: String(describing: value))
  }

  /// Makes a text that is the same in every language.
  public required convenience init(extendedGraphemeClusterLiteral value: StaticString) {
    self.init(string: String(describing: value))
  }

  /// Makes a text that is the same in every language.
  public required convenience init(unicodeScalarLiteral value: StaticString) {
    self.init(string: String(describing: value))
  }
}
