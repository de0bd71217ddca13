internal import FresnelApps
internal import FresnelModel
package import FresnelPlatform
package import SpotlightWire

/// Has files read for search by the import extensions of apps.
package struct ImportService: Sendable {
  private let sources: ContentSources
  private let manifests: @Sendable () -> [AppManifest]
  private let types: @Sendable () -> ContentTypeTree
  private let readers: FileReaders

  /// How long an extension may take.
  package static let patience: Duration = .seconds(20)
  /// The most extensions that are tried for one file.
  private static let attemptLimit = 3

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - sources: Asks extensions.
  ///   - manifests: What apps declare.
  ///   - types: Which types conform to which, with those that apps declare.
  ///   - readers: Look at files.
  init(
    _ sources: ContentSources, manifests: @escaping @Sendable () -> [AppManifest],
    types: @escaping @Sendable () -> ContentTypeTree, readers: FileReaders
  ) {
    self.sources = sources
    self.manifests = manifests
    self.types = types
    self.readers = readers
  }

  /// Has a file read.
  ///
  /// - Parameters:
  ///   - request: The file's name and type.
  ///   - file: The file.
  ///   - client: Who gave it.
  ///   - done: Told ``DaemonMessage/fileImported(_:)``, or the failure:
  ///     ``ServiceError/Code/unsupported`` when no extension reads such files.
  package func importFile(
    _ request: FileImport, _ file: SharedDescriptor?, of client: AppIdentity,
    _ done: @escaping ContentReply.Handler
  ) {
    guard let file else { return done(.failure(Self.noFile)) }
    // A file system may take its time to say what the file is.
    readers.run(for: client) {
      Self.readOnly(file)
    } then: { result in
      switch result {
      case .failure(let error): done(.failure(error))
      case .success(nil): done(.failure(Self.noFile))
      case .success(let file?):
        let apps = ImportChoice.apps(
          reading: request.contentType, among: manifests(), types: types())
        attempt(apps.prefix(Self.attemptLimit), request, file, failing: nil, done)
      }
    }
  }

  private static let noFile = ServiceError(.refused, "Only an ordinary file can be imported.")

  private func attempt(
    _ apps: ArraySlice<AppIdentity>, _ request: FileImport, _ file: SharedDescriptor,
    failing first: ServiceError?, _ done: @escaping ContentReply.Handler
  ) {
    guard let app = apps.first else {
      return done(
        .failure(
          first
            ?? ServiceError(
              .unsupported, "No app reads files of the type \(request.contentType).")))
    }
    let question = ImportRequest(
      fileName: SafeFileName.of(request.fileName), contentType: request.contentType,
      deadlineMilliseconds: UInt32(Self.patience / .milliseconds(1)))
    sources.importFile(app, question, file) { answer in
      do throws(ServiceError) {
        guard case .itemImported(let item) = try answer.get().message else {
          throw ServiceError(.providerFailed, "The extension answered something else.")
        }
        try Self.check(item)
        done(.success(ContentReply(.fileImported(item))))
      } catch {
        // The next one may do better.
        attempt(apps.dropFirst(), request, file, failing: first ?? error, done)
      }
    }
  }

  /// Looks at every byte of an item that an extension made, since the one who asked relies on it.
  private static func check(_ item: EncodedItem?) throws(ServiceError) {
    do throws(ModelError) {
      try item?.validate()
    } catch {
      throw ServiceError(.providerFailed, "The extension gave an item that can't be read.")
    }
  }

  /// Another view of the file, with a position of its own, that nothing can be written through.
  private static func readOnly(_ file: SharedDescriptor) -> SharedDescriptor? {
    guard let status = try? file.status(), status.kind == .regular else { return nil }
    return file.withPath { path in
      guard let reopened = try? FileDescriptor(opening: path, for: .reading) else { return nil }
      return try? SharedDescriptor(sharing: reopened)
    }
  }
}
