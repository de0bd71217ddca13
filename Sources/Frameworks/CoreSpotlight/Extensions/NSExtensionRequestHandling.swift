public import Foundation

/// What an app extension's principal class answers requests with.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  /// Begins a request.
  func beginRequest(with context: NSExtensionContext)
}

/// The request that an app extension works on.
open class NSExtensionContext: NSObject {
  /// What the host hands over.
  open var inputItems: [Any] { [] }

  /// Ends the request with results.
  ///
  /// - Parameters:
  ///   - items: The results.
  ///   - completionHandler: Called when the host has them; its argument says whether the extension
  ///     is about to be put to sleep early.
  open func completeRequest(
    returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    completionHandler?(false)
  }

  /// Ends the request with an error.
  open func cancelRequest(withError error: any Error) {}

  /// Asks the host to open a URL; without a host that can, the answer is no.
  open func open(_ URL: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    completionHandler?(false)
  }
}
