public import Foundation

/// The principal class of an extension that indexes while its app does not run.
///
/// Override the methods that the extension supports. Those of the delegate do here what an absent
/// method would; the two that ask for reindexing acknowledge at once. Methods run on a queue of the
/// index that they are about.
///
/// A subclass marked `@main` is a whole program; see <doc:IndexingWhileTheAppDoesNotRun>.
open class CSIndexExtensionRequestHandler: NSObject, NSExtensionRequestHandling,
  CSSearchableIndexDelegate
{
  /// Makes a handler. ``main()`` calls it, once in the process.
  public override init() {
    super.init()
  }

  // Why there are two declarations of one initializer, and why they agree: see ``CSImportExtension``.
  convenience init(ofClass: Void) {
    self.init()
  }

  @_silgen_name("$s13CoreSpotlight30CSIndexExtensionRequestHandlerC7ofClassACyt_tcfC")
  final class func instance() -> CSIndexExtensionRequestHandler

  /// Runs the extension's process: serves the daemon, which started it, until nothing more is wanted.
  ///
  /// Does not return. In this process all of CoreSpotlight works for the app whose extension it is. A
  /// program that the daemon did not start says so and exits with status 64.
  public class func main() {
    ExtensionProcess.run(IndexExtensionTarget(instance()))
  }

  /// Begins a request.
  open func beginRequest(with context: NSExtensionContext) {}

  /// Asks the extension to index everything again.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    acknowledgementHandler()
  }

  /// Asks the extension to index some items again, or to delete those that are gone.
  open func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    acknowledgementHandler()
  }

  /// Tells that indexing is slowed.
  open func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Tells that indexing runs at its normal speed again.
  open func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

  /// Gives the data of an item that was dragged out of a search result.
  open func data(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
  ) throws -> Data {
    throw CocoaError(.featureUnsupported)
  }

  /// Gives the file of an item that was dragged out of a search result.
  open func fileURL(
    for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String,
    inPlace: Bool
  ) throws -> URL {
    throw CocoaError(.featureUnsupported)
  }

  /// Gives the items of some identifiers.
  open func searchableItems(
    forIdentifiers identifiers: [String],
    searchableItemsHandler: @escaping @Sendable ([CSSearchableItem]) -> Void
  ) {
    searchableItemsHandler([])
  }

  /// Tells that the system filled in attributes that the app listens for.
  open func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {}

  /// Asks the extension to bring the app's items up to date, because the time that its manifest names
  /// with `FresnelRefreshInterval` has passed, or because somebody woke it. Apple's frameworks have no
  /// such call.
  ///
  /// - Parameters:
  ///   - reason: `periodic`, or `push`.
  ///   - acknowledgementHandler: To be called when the changes have been handed to an index.
  open func refreshSearchableItems(
    reason: String, acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    acknowledgementHandler()
  }
}
