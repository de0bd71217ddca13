public import Foundation
internal import SpotlightWire

/// How a ``CSUserQuery`` runs: how much it finds and suggests, besides what every query can be told.
open class CSUserQueryContext: CSSearchQueryContext, @unchecked Sendable {
  // Sendable: all state is behind locks; a subclass answers for its own.
  private let userOptions: Lock<UserQueryOptions>

  /// Makes a context that finds all items and gives ten suggestions.
  public override init() {
    userOptions = Lock(UserQueryOptions())
    super.init()
  }

  /// Makes the context of a query that goes on from a suggestion that the person chose.
  ///
  /// - Parameter currentSuggestion: The suggestion, whose text is what the query is made with.
  public convenience init(currentSuggestion: CSSuggestion?) {
    self.init()
    userOptions.update { $0.currentSuggestion = currentSuggestion?.suggestion }
  }

  /// Whether the best items come first, and what is nearly what was typed is found too. Otherwise items come in any
  /// order, and only those that have all that was typed.
  open var enableRankedResults: Bool {
    get { userOptions.value.enableRankedResults }
    set { userOptions.update { $0.enableRankedResults = newValue } }
  }

  /// The most items that are found; 0, as it is by default, for all.
  open var maxResultCount: Int {
    get { userOptions.value.maxResultCount }
    set { userOptions.update { $0.maxResultCount = newValue } }
  }

  /// The most suggestions, at most 100; 0 for none.
  open var maxSuggestionCount: Int {
    get { userOptions.value.maxSuggestionCount }
    set { userOptions.update { $0.maxSuggestionCount = newValue } }
  }

  /// How many items are ranked. Kept without effect, as all are: see <doc:Differences>.
  open var maxRankedResultCount: Int {
    get { userOptions.value.maxRankedResultCount }
    set { userOptions.update { $0.maxRankedResultCount = newValue } }
  }

  /// Whether items are found by their words alone. Kept without effect, as they always are: see <doc:Differences>.
  open var disableSemanticSearch: Bool {
    get { userOptions.value.disableSemanticSearch }
    set { userOptions.update { $0.disableSemanticSearch = newValue } }
  }

  var userSnapshot: UserQueryOptions { userOptions.value }

  /// Copies the context.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CSUserQueryContext()
    copy.take(snapshot)
    copy.userOptions.value = userOptions.value
    return copy
  }

  // MARK: - Secure coding

  /// Contexts can be read from archives that are not trusted.
  open override class var supportsSecureCoding: Bool { true }

  /// Writes the context to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    let options = userOptions.value
    coder.encode(options.enableRankedResults, forKey: "enableRankedResults")
    coder.encode(Int64(options.maxResultCount), forKey: "maxResultCount")
    coder.encode(Int64(options.maxSuggestionCount), forKey: "maxSuggestionCount")
    coder.encode(Int64(options.maxRankedResultCount), forKey: "maxRankedResultCount")
    coder.encode(options.disableSemanticSearch, forKey: "disableSemanticSearch")
    coder.encode(options.currentSuggestion.map { CSSuggestion($0) }, forKey: "currentSuggestion")
  }

  /// Reads a context from an archive; what is missing has its default.
  public required init?(coder: NSCoder) {
    var options = UserQueryOptions()
    func number(_ key: String, _ standard: Int) -> Int {
      coder.containsValue(forKey: key) ? Int(coder.decodeInt64(forKey: key)) : standard
    }
    if coder.containsValue(forKey: "enableRankedResults") {
      options.enableRankedResults = coder.decodeBool(forKey: "enableRankedResults")
    }
    options.maxResultCount = number("maxResultCount", options.maxResultCount)
    options.maxSuggestionCount = number("maxSuggestionCount", options.maxSuggestionCount)
    options.maxRankedResultCount = number("maxRankedResultCount", options.maxRankedResultCount)
    options.disableSemanticSearch = coder.decodeBool(forKey: "disableSemanticSearch")
    options.currentSuggestion =
      coder.decodeObject(of: CSSuggestion.self, forKey: "currentSuggestion")?.suggestion
    userOptions = Lock(options)
    super.init(coder: coder)
  }
}

/// The values of a context that only user queries have.
struct UserQueryOptions: Sendable {
  var enableRankedResults = true
  var maxResultCount = 0
  var maxSuggestionCount = 10
  var maxRankedResultCount = 0
  var disableSemanticSearch = false
  var currentSuggestion: Suggestion?
}

extension UserQueryOptions {
  /// The filter of the suggestion that the query goes on from, as long as the text has it where it stood, as whole
  /// words.
  func tokens(in text: String) -> [QueryToken] {
    guard let suggestion = currentSuggestion, let token = suggestion.token else { return [] }
    let range = token.range
    let before = suggestion.text.utf8.prefix(range.upperBound)
    guard before.count == range.upperBound, text.utf8.starts(with: before) else { return [] }
    // Letters behind it make another word.
    let rest = String(decoding: text.utf8.dropFirst(range.upperBound), as: UTF8.self)
    return rest.first?.isWhitespace ?? true ? [token] : []
  }
}
