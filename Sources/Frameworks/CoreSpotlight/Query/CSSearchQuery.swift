public import Foundation
internal import SpotlightWire

/// Finds items of this app by a query string, once.
///
/// Set the handlers and call ``start()``, or read ``results``; never both. Handlers are called one
/// at a time on a queue of the query's own.
open class CSSearchQuery: NSObject, @unchecked Sendable {
  // Sendable: the run guards its own state, the lock the rest; a subclass answers for its own.
  let run: SearchRun
  private let classes: Lock<[FileProtectionType]>

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - queryString: What to find, such as `title == "paris*"cd`. A malformed one is reported
  ///     when the query runs.
  ///   - queryContext: How to run; a later change of it does not matter.
  public init(queryString: String, queryContext: CSSearchQueryContext?) {
    run = SearchRun(
      text: queryString, options: queryContext?.snapshot ?? SearchOptions(),
      connection: AppConnection.current)
    classes = Lock([.completeUntilFirstUserAuthentication])
    super.init()
  }

  /// Makes a query that fetches some attributes.
  ///
  /// - Parameters:
  ///   - queryString: What to find.
  ///   - attributes: The names of the attributes that found items carry.
  public convenience init(queryString: String, attributes: [String]?) {
    let context = CSSearchQueryContext()
    context.fetchAttributes = attributes ?? []
    self.init(queryString: queryString, queryContext: context)
  }

  /// Called with each batch of items found.
  open var foundItemsHandler: (([CSSearchableItem]) -> Void)? {
    get { run.foundItemsHandler }
    set { run.foundItemsHandler = newValue }
  }

  /// Called once at the end: with `nil` when everything that can be read was found, else with a
  /// ``CSSearchQueryError``. ``isPartial`` tells whether something could not.
  open var completionHandler: (((any Error)?) -> Void)? {
    get { run.completionHandler }
    set { run.completionHandler = newValue }
  }

  /// How many items were found so far; raised before each batch is handed over.
  open var foundItemCount: Int { run.foundItemCount }

  /// Whether items may be missing although the query ended without an error. Valid at the end; Fresnel's addition.
  ///
  /// It is set while the index that the app kept itself before there was a daemon is not taken over, which
  /// `fresnel doctor` names, and while items of the app may be lost: of that index, as is found when it is taken
  /// over, or of the daemon's. That ends when the app has indexed all again as its delegate is asked to, empties or
  /// replaces the index, or when `fresnel doctor --mend` has told the person. It is set while no daemon is found that
  /// reads what apps handed to one, and for a ``CSUserQuery`` that reached its time limit, could not read a class, or
  /// went through as many items as it looks at, 65,536, behind which there may be more. A locked class does not set it.
  public var isPartial: Bool { run.isPartial }

  /// Whether the query was cancelled.
  open var isCancelled: Bool { run.isCancelled }

  /// Which protected indexes to search; unless it is set before the query starts, all of them.
  open var protectionClasses: [FileProtectionType] {
    get { classes.value }
    set {
      classes.value = newValue
      run.restrict(to: newValue.map { ProtectionClass($0) })
    }
  }

  /// Runs the query. Does nothing the second time, or after ``cancel()``.
  open func start() {
    run.start()
  }

  /// Stops the query.
  ///
  /// No handler is called after this returns. A handler that runs at the time is waited for,
  /// unless this is called from inside it; then, if the query had not come to its end, the
  /// completion handler is called with ``CSSearchQueryError/Code/cancelled``, by this call. So do
  /// not hold, while calling it, a lock that the handlers take.
  open func cancel() {
    run.cancel()
  }

  /// The items found, as a sequence; the query starts when the sequence is read.
  ///
  /// The query runs only a little ahead of the reader. It is cancelled when the reading task is,
  /// and when the iterator goes away.
  open var results: Results { Results(run: run) }
}
