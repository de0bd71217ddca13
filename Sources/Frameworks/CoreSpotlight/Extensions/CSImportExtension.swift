public import Foundation

/// The principal class of an extension that reads the metadata of files.
///
/// A subclass marked `@main` is a whole program; see <doc:IndexingWhileTheAppDoesNotRun>.
open class CSImportExtension: NSObject, NSExtensionRequestHandling {
  /// Makes an extension. ``main()`` calls it, once in the process.
  public override init() {
    super.init()
  }

  // An initializer that can be called on a class known only at run time has to be `required`, and every
  // subclass with an initializer of its own would have to repeat it. A convenience initializer calls the
  // `init()` of the class that it is called on. `instance()` is a second declaration of this one, as a
  // method, which may be called on any class: both have the type
  // `@convention(method) (@thick CSImportExtension.Type) -> @owned CSImportExtension`. A symbol that is not
  // the initializer's does not link. A subclass without `init()` ends the process with a message.
  convenience init(ofClass: Void) {
    self.init()
  }

  @_silgen_name("$s13CoreSpotlight17CSImportExtensionC7ofClassACyt_tcfC")
  final class func instance() -> CSImportExtension

  /// Runs the extension's process: serves the daemon, which started it, until nothing more is wanted.
  ///
  /// Does not return. A program that the daemon did not start says so and exits with status 64.
  public class func main() {
    ExtensionProcess.run(ImportExtensionTarget(instance()))
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
