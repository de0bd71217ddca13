public import Foundation

/// The principal class of an extension that reads the metadata of files.
///
/// A subclass marked `@main` is a whole program; see <doc:IndexingWhileTheAppDoesNotRun>.
open class CSImportExtension: NSObject, NSExtensionRequestHandling {
  /// Makes an extension. ``main()`` calls it, once in the process.
  public required override init() {
    super.init()
  }

  /// Runs the extension's process: serves the daemon, which started it, until nothing more is wanted.
  ///
  /// Does not return. A program that the daemon did not start says so and exits with status 64.
  public class func main() {
    ExtensionProcess.run(ImportExtensionTarget(self.init()))
  }

  /// Begins a request.
  open func beginRequest(with context: NSExtensionContext) {}

  /// Fills in the attributes of a file. Override it; it may be called on several queues at once.
  ///
  /// The URL is good during the call. It stands for the open file, whatever the extension itself may
  /// read, and ends with the name that the file has elsewhere.
  ///
  /// - Throws: `CocoaError.Code.featureUnsupported` unless overridden.
  open func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    throw CocoaError(.featureUnsupported)
  }
}
