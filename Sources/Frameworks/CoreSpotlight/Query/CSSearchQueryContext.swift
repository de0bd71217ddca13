public import Foundation

/// How a query runs: what to fetch, what else must match, and in which language it was typed.
open class CSSearchQueryContext: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Sendable: all state is behind one lock; a subclass answers for its own.
  private let options: Lock<SearchOptions>

  /// Sources that a query looks in besides the app's own items.
  public struct SourceOptions: OptionSet, Hashable, Sendable {
    /// One bit per source.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The person's mail.
    public static let allowMail = SourceOptions(rawValue: 1 << 0)
  }

  /// Makes a context that fetches no attributes and adds no conditions.
  public override init() {
    options = Lock(SearchOptions())
    super.init()
  }

  convenience init(_ options: SearchOptions) {
    self.init()
    self.options.value = options
  }

  /// The names of the attributes that found items carry; all others stay `nil`.
  open var fetchAttributes: [String] {
    get { options.value.fetchAttributes }
    set { options.update { $0.fetchAttributes = newValue } }
  }

  /// Further query strings, all of which an item must match too.
  open var filterQueries: [String] {
    get { options.value.filterQueries }
    set { options.update { $0.filterQueries = newValue } }
  }

  /// The language of the typed text, such as `sv`; it decides which letters count as different.
  /// `nil` stands for the language of the session.
  open var keyboardLanguage: String? {
    get { options.value.keyboardLanguage }
    set { options.update { $0.keyboardLanguage = newValue } }
  }

  /// Sources to look in besides the app's own items. Kept without effect: see <doc:Differences>.
  open var sourceOptions: SourceOptions {
    get { options.value.sourceOptions }
    set { options.update { $0.sourceOptions = newValue } }
  }

  var snapshot: SearchOptions { options.value }

  func take(_ new: SearchOptions) {
    options.value = new
  }

  /// Copies the context.
  open func copy(with zone: NSZone? = nil) -> Any { CSSearchQueryContext(options.value) }

  // MARK: - Secure coding

  /// Contexts can be read from archives that are not trusted.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the context to an archive.
  open func encode(with coder: NSCoder) {
    let options = self.options.value
    coder.encode(NSArray(array: options.fetchAttributes), forKey: "fetchAttributes")
    coder.encode(NSArray(array: options.filterQueries), forKey: "filterQueries")
    coder.encode(options.keyboardLanguage.map { NSString(string: $0) }, forKey: "keyboardLanguage")
    coder.encode(
      Int64(bitPattern: UInt64(options.sourceOptions.rawValue)), forKey: "sourceOptions")
  }

  /// Reads a context from an archive; what is missing has its default.
  public required init?(coder: NSCoder) {
    func texts(_ key: String) -> [String] {
      let list = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: key)
      return list as? [String] ?? []
    }
    let sources = UInt64(bitPattern: coder.decodeInt64(forKey: "sourceOptions"))
    options = Lock(
      SearchOptions(
        fetchAttributes: texts("fetchAttributes"), filterQueries: texts("filterQueries"),
        keyboardLanguage: coder.decodeObject(of: NSString.self, forKey: "keyboardLanguage")
          .map { String(describing: $0) },
        sourceOptions: SourceOptions(rawValue: UInt(sources))))
    super.init()
  }
}

/// The values of a context.
struct SearchOptions: Sendable {
  var fetchAttributes: [String] = []
  var filterQueries: [String] = []
  var keyboardLanguage: String?
  var sourceOptions: CSSearchQueryContext.SourceOptions = []
}
