internal import FresnelModel
internal import FresnelPlatform
package import SpotlightWire

/// Gets the content that apps promised with their items, in the form in which somebody wants it.
///
/// Methods may be called on any thread and return at once. Files that apps give are read on threads of
/// their own, see ``FileReaders``: one on a file system that an app serves itself may never come.
package final class PromiseService: Sendable {
  private let sources: ContentSources
  let types: @Sendable () -> ContentTypeTree
  private let directory: DragDirectory?
  let loop: EventLoop
  private let readers: FileReaders

  /// The longest content that is given as bytes; a longer file is given as a descriptor.
  package static let maximumByteCount = 64 << 20
  /// How long an app may take, before its file is read.
  package static let patience: Duration = .seconds(10)

  /// Makes the service, and removes the copies that an earlier process has left.
  ///
  /// - Parameters:
  ///   - sources: Finds items and asks apps.
  ///   - types: Which types conform to which, with those that apps declare.
  ///   - directory: Where copies of files are kept for a while, but of classes that are encrypted; `nil` when none are
  ///     to be on a disk: who wants one gets a descriptor then.
  ///   - readers: Read files.
  ///   - loop: Removes copies when their time has come.
  init(
    _ sources: ContentSources, types: @escaping @Sendable () -> ContentTypeTree,
    directory: String?, readers: FileReaders, loop: EventLoop
  ) {
    self.sources = sources
    self.types = types
    self.readers = readers
    self.directory = directory.map { DragDirectory(path: $0) }
    self.loop = loop
    self.directory?.sweep()
  }

  /// Gives the content of an item in the form that is wanted.
  ///
  /// - Parameters:
  ///   - request: The item, the type and the form.
  ///   - done: Told ``DaemonMessage/promiseKept(_:)``; or the failure:
  ///     ``ServiceError/Code/unsupported`` when the app promised nothing of that type.
  package func keep(_ request: PromiseRequest, _ done: @escaping ContentReply.Handler) {
    content(
      of: request.item, of: AppIdentity(identifier: request.app), in: request.index,
      as: request.contentType, wanted: request.wanted
    ) { result in
      done(
        result.map { content in
          ContentReply(.promiseKept(content.promise), content.descriptor.map { [$0] } ?? [])
        })
    }
  }

  /// Gives another app the data of an item. Whether it may have them is decided already.
  ///
  /// - Parameters:
  ///   - request: The item and the type.
  ///   - done: Told ``DaemonMessage/dataFetched(_:)``, or the failure.
  package func fetch(_ request: FetchData, _ done: @escaping ContentReply.Handler) {
    content(
      of: request.item, of: AppIdentity(identifier: request.app), in: nil,
      as: request.contentType, wanted: .bytes
    ) { result in
      done(
        result.map { content in
          guard case .bytes(let bytes) = content.promise.form else {
            return ContentReply(
              .dataFetched(.descriptor), content.descriptor.map { [$0] } ?? [])
          }
          return ContentReply(.dataFetched(.bytes(bytes)))
        })
    }
  }

  // MARK: - Asking the app

  /// Content in the form that was wanted.
  struct Content: Sendable {
    var promise: PromisedContent
    var descriptor: SharedDescriptor?
  }

  typealias ContentHandler = @Sendable (Result<Content, ServiceError>) -> Void

  private func content(
    of item: String, of app: AppIdentity, in index: String?, as type: String,
    wanted: WantedContent, _ done: @escaping ContentHandler
  ) {
    sources.find(app, index, item) { [self] result in
      do throws(ServiceError) {
        guard let hit = try result.get() else {
          throw ServiceError(
            .providerFailed, "\(app.identifier) has no item of this identifier.",
            itemIdentifier: item)
        }
        let ways = try Self.promised(hit).ways(to: type, as: wanted, types: types())
        guard !ways.isEmpty else {
          throw ServiceError(
            .unsupported, "\(app.identifier) does not provide the item as \(type).",
            itemIdentifier: item)
        }
        tryWays(ways[...], hit, wanted, failing: nil, done)
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Where a copy of an item's content may lie: nowhere where the item itself is encrypted.
  func directory(for hit: WireHit) -> DragDirectory? {
    hit.protection == ProtectionClass.none ? directory : nil
  }

  private static func promised(_ hit: WireHit) throws(ServiceError) -> PromisedTypes {
    do throws(ModelError) {
      return try PromisedTypes(of: hit.item)
    } catch {
      throw ServiceError(.invalidItem, "The stored item is damaged.")
    }
  }

  /// Asks for content in one way after the other, until the app gives it.
  private func tryWays(
    _ ways: ArraySlice<PromisedTypes.Way>, _ hit: WireHit, _ wanted: WantedContent,
    failing first: ServiceError?, _ done: @escaping ContentHandler
  ) {
    guard let way = ways.first else {
      return done(
        .failure(first ?? ServiceError(.unsupported, "The app does not provide the item.")))
    }
    let (method, question) = question(way, hit)
    let next: @Sendable (ServiceError) -> Void = { [self] error in
      // An app that is gone or too slow is so for the other types too.
      guard [.unsupported, .providerFailed].contains(error.code) else {
        return done(.failure(error))
      }
      tryWays(ways.dropFirst(), hit, wanted, failing: first ?? error, done)
    }
    sources.ask(hit, method, question) { [self] answer in
      switch answer {
      case .failure(let error): next(error)
      case .success(let answer):
        take(answer, way, hit, wanted, done, orElse: next)
      }
    }
  }

  /// Takes an app's answer, or goes on to the next way.
  private func take(
    _ answer: Envelope<ClientMessage>, _ way: PromisedTypes.Way, _ hit: WireHit,
    _ wanted: WantedContent, _ done: @escaping ContentHandler,
    orElse next: @escaping @Sendable (ServiceError) -> Void
  ) {
    let take: @Sendable () -> Result<Content, ServiceError> = { [self] in
      Result { () throws(ServiceError) in try content(of: answer, way, hit, wanted) }
    }
    let finish: @Sendable (Result<Content, ServiceError>) -> Void = { taken in
      switch taken {
      case .success: done(taken)
      case .failure(let error): next(error)
      }
    }
    // Bytes that go on as they came wait for nothing.
    if wanted == .bytes, answer.descriptors.isEmpty { return finish(take()) }
    readers.run(for: AppIdentity(identifier: hit.scope.app), take) { outcome in
      switch outcome {
      case .success(let taken): finish(taken)
      case .failure(let error): done(.failure(error))
      }
    }
  }

  private func question(
    _ way: PromisedTypes.Way, _ hit: WireHit
  ) -> (DelegateMethods, DaemonMessage) {
    let deadline = UInt32(Self.patience / .milliseconds(1))
    switch way {
    case .data(let type):
      return (
        .data,
        .provideData(
          ProvideData(
            index: hit.scope.index, item: hit.item.uniqueIdentifier, contentType: type,
            deadlineMilliseconds: deadline))
      )
    case .file(let type, let isInPlace):
      return (
        .file,
        .provideFile(
          ProvideFile(
            index: hit.scope.index, item: hit.item.uniqueIdentifier, contentType: type,
            isInPlace: isInPlace, deadlineMilliseconds: deadline))
      )
    }
  }
}
