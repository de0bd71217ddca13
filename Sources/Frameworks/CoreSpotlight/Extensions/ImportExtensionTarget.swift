internal import Dispatch
internal import Foundation
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import UniformTypeIdentifiers

/// Has an import extension read the files that the daemon gives.
final class ImportExtensionTarget: ExtensionTarget, @unchecked Sendable {
  // Sendable: the extension is set once and made for calls on several queues at once.
  private let handler: CSImportExtension

  init(_ handler: CSImportExtension) {
    self.handler = handler
  }

  func target(forIndex name: String) -> any CallbackTarget {
    // One without a delegate, which says that nobody answers.
    DelegateObserver()
  }

  func importFile(
    _ file: SharedDescriptor, request: ImportRequest,
    _ completion: @escaping @Sendable (Result<Item?, ServiceError>) -> Void
  ) {
    DispatchQueue.global().async { [self] in
      completion(Result { () throws(ServiceError) in try read(file, request) })
    }
  }

  private func read(_ file: SharedDescriptor, _ request: ImportRequest) throws(ServiceError)
    -> Item?
  {
    let attributes = CSSearchableItemAttributeSet(
      contentType: UTType(request.contentType) ?? .data)
    do {
      try NamedFile.with(file, name: request.fileName) { url in
        try handler.update(attributes, forFileAt: url)
      }
    } catch let error as CocoaError where error.code == .featureUnsupported {
      throw ServiceError(.unsupported, "The extension reads no files.")
    } catch {
      throw ServiceError(.providerFailed, error.localizedDescription)
    }
    let item = CSSearchableItem(
      uniqueIdentifier: request.fileName, domainIdentifier: nil, attributeSet: attributes)
    return try CSSearchableItem.models(of: [item], indexedAt: Date()).get().first
  }

  func refresh(reason: String, _ completion: @escaping @Sendable (ServiceError?) -> Void) {
    completion(ServiceError(.unsupported, "The extension has no items of its own."))
  }

  func finish() { CurrentProcess.exit(0) }
}

/// An open file under the name that it has where it came from, since programs tell by the name's
/// extension what is in a file.
private enum NamedFile {
  static func with(
    _ file: SharedDescriptor, name: String, _ body: (URL) throws -> Void
  ) throws {
    try file.withPath { path in
      guard let folder = try? FileSystem.createTemporaryDirectory(prefix: "fresnel-import") else {
        return try body(URL(fileURLWithPath: path))
      }
      defer { try? FileSystem.removeTree(folder) }
      let link = folder + "/" + (FileSystem.lastComponent(of: name))
      // Through this process by number: a program that the extension starts is another "self".
      let target = "/proc/\(CurrentProcess.identifier)/fd/\(file.rawValue)"
      let isLinked =
        (try? FileManager.default.createSymbolicLink(
          atPath: link, withDestinationPath: target)) != nil
      try body(URL(fileURLWithPath: isLinked ? link : path))
    }
  }
}
