public import Foundation
internal import SpotlightClient
internal import SpotlightWire

/// Finds items of this app by what a person typed, once, and suggests what the text may become.
///
/// The text is no query string: every character of it stands for itself. Items with all words come first, the last word
/// being one that may go on; where there are few of them, those with other forms of the words, with a typing error
/// less, or without one of the words follow. Set the handlers and call ``start()``, or read ``responses``,
/// ``suggestions`` or ``CSSearchQuery/results``; never both.
open class CSUserQuery: CSSearchQuery, @unchecked Sendable {
  // Sendable: a subclass answers for its own.

  /// What a person did with an item or a suggestion.
  public enum UserInteractionKind: Int, Sendable {
    /// They chose it.
    case select = 0
    /// They looked at it for a while, or moved to it.
    case focus = 1

    /// They chose it.
    public static var `default`: UserInteractionKind { .select }
  }

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - userQueryString: What the person typed, in any state. Nothing is found for `nil` and for an empty text, for
  ///     which texts are suggested that the person typed in this app's search before they chose an item.
  ///   - userQueryContext: How to run; a later change of it does not matter.
  public init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
    super.init(queryString: userQueryString ?? "", queryContext: userQueryContext)
    run.takeAsTyped(userQueryContext?.userSnapshot ?? UserQueryOptions())
  }

  /// How many suggestions there were so far; raised before they are handed over.
  open var foundSuggestionCount: Int { run.foundSuggestionCount }

  /// Called with each batch of suggestions, after the items.
  open var foundSuggestionsHandler: (([CSSuggestion]) -> Void)? {
    get { run.foundSuggestionsHandler }
    set { run.foundSuggestionsHandler = newValue }
  }

  /// Runs the query. Does nothing the second time, or after ``cancel()``.
  open override func start() {
    super.start()
  }

  /// Stops the query, as ``CSSearchQuery/cancel()`` does.
  open override func cancel() {
    super.cancel()
  }

  /// The items, then the suggestions, as a sequence; the query starts when the sequence is read, as with
  /// ``CSSearchQuery/results``.
  open var responses: Responses { Responses(run: run) }

  /// The suggestions alone, as a sequence; the query starts when the sequence is read.
  open var suggestions: Suggestions { Suggestions(run: run) }

  // MARK: - Before and after

  /// Connects to the index, so that the first letter does not wait for it. Returns at once; may be called often.
  open class func prepare() {
    connect(for: nil)
  }

  /// Connects to the protected indexes of some classes; as ``prepare()``.
  ///
  /// - Parameter protectionClasses: The classes.
  open class func prepareProtectionClasses(_ protectionClasses: [FileProtectionType]) {
    connect(for: protectionClasses.map { ProtectionClass($0) })
  }

  private static func connect(for classes: [ProtectionClass]?) {
    let connection = AppConnection.current
    // An index in this process is opened by the thread that connects first.
    DispatchQueue.global(qos: .userInitiated).async {
      connection.beginToConnect(for: classes)
    }
  }

  /// Tells what a person did with an item, and what was in sight. Of an item that they chose, what they had typed is
  /// kept by the daemon for this app's recent searches, unless they switched that off or the item's index is of a class
  /// that a lock closes; the order of later items is the same: see <doc:Differences>.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - visibleItems: The items that were shown with it.
  ///   - interaction: What was done.
  open func userEngaged(
    _ item: Item, visibleItems: [Item], interaction: UserInteractionKind
  ) {
    if interaction == .select { run.noteChosen(item.item) }
  }

  /// Tells what a person did with a suggestion, and what was in sight. Kept nowhere and without effect so far: see
  /// <doc:Differences>.
  ///
  /// - Parameters:
  ///   - suggestion: The suggestion.
  ///   - visibleSuggestions: The suggestions that were shown with it.
  ///   - interaction: What was done.
  open func userEngaged(
    _ suggestion: Suggestion, visibleSuggestions: [Suggestion], interaction: UserInteractionKind
  ) {}
}
