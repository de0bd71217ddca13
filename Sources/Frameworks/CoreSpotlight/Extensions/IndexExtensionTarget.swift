internal import Foundation
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import FresnelModel

/// Passes what the daemon asks on to the handler of an index extension.
final class IndexExtensionTarget: ExtensionTarget, @unchecked Sendable {
  // Sendable: the handler is set once and made for calls on the queues of indexes; the lock guards the
  // table.
  private let handler: CSIndexExtensionRequestHandler
  private let lock = NSLock()
  private var indexes: [String: (index: CSSearchableIndex, observer: DelegateObserver)] = [:]

  init(_ handler: CSIndexExtensionRequestHandler) {
    self.handler = handler
  }

  func target(forIndex name: String) -> any CallbackTarget {
    lock.withLock {
      if let known = indexes[name] { return known.observer }
      let index = name.isEmpty ? CSSearchableIndex.default() : CSSearchableIndex(name: name)
      let observer = DelegateObserver()
      observer.use(handler, for: index)
      indexes[name] = (index, observer)
      return observer
    }
  }

  func importFile(
    _ file: SharedDescriptor, request: ImportRequest,
    _ completion: @escaping @Sendable (Result<Item?, ServiceError>) -> Void
  ) {
    completion(.failure(ServiceError(.unsupported, "The extension reads no files.")))
  }

  func refresh(reason: String, _ completion: @escaping @Sendable (ServiceError?) -> Void) {
    handler.refreshSearchableItems(reason: reason) { completion(nil) }
  }

  func finish() { CurrentProcess.exit(0) }
}
