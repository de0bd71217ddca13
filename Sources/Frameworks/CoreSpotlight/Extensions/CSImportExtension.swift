public import Foundation

/// The principal class of an extension that reads the metadata of files.
open class CSImportExtension: NSObject, NSExtensionRequestHandling {
  /// Makes an extension.
  public override init() {
    super.init()
  }

  /// Begins a request.
  open func beginRequest(with context: NSExtensionContext) {}

  /// Fills in the attributes of a file. Override it; it may be called on several queues at once.
  ///
  /// - Throws: `CocoaError.Code.featureUnsupported` unless overridden.
  open func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
    throw CocoaError(.featureUnsupported)
  }
}
