package import FresnelModel
package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// Gets the content that apps promised with their items, in the form in which somebody wants it.
///
/// Methods may be called on any thread and return at once. Files that apps give are read on threads of
/// their own: one on a file system that an app serves itself may never come.
package final class PromiseService: Sendable {
  private let sources: ContentSources
  private let types: @Sendable () -> ContentTypeTree
  private let directory: DragDirectory?
  private let loop: EventLoop
  /// How many files are being read.
  private let readers = Mutex(0)

  /// The longest content that is given as bytes; a longer file is given as a descriptor.
  package static let maximumByteCount = 64 << 20
  /// How long an app, and then the reading of its file, may take.
  package static let patience: Duration = .seconds(10)
  /// The most files that are read or copied at a time.
  private static let readerLimit = 8

  /// Makes the service, and removes the copies that an earlier process has left.
  ///
  /// - Parameters:
  ///   - sources: Finds items and asks apps.
  ///   - types: Which types conform to which, with those that apps declare.
  ///   - directory: Where copies of files are kept for a while; `nil` when they are not to be on a disk:
  ///     who wants one gets a descriptor then.
  ///   - loop: Ends what takes too long.
  package init(
    _ sources: ContentSources, types: @escaping @Sendable () -> ContentTypeTree,
    directory: String?, loop: EventLoop
  ) {
    self.sources = sources
    self.types = types
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
    sources.ask(hit, method, question) { [self] answer in
      aside(for: answer, done) { [self] done in
        do throws(ServiceError) {
          let answer = try answer.get()
          try take(answer, way, hit, wanted, done)
        } catch {
          // An app that is gone or too slow is so for the other types too.
          guard [.unsupported, .providerFailed].contains(error.code) else {
            return done(.failure(error))
          }
          tryWays(ways.dropFirst(), hit, wanted, failing: first ?? error, done)
        }
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

  // MARK: - Taking what the app gave

  /// Brings what an app gave into the form that is wanted.
  ///
  /// - Throws: ``ServiceError`` when it is not what was asked for; then nothing is told.
  private func take(
    _ answer: Envelope<ClientMessage>, _ way: PromisedTypes.Way, _ hit: WireHit,
    _ wanted: WantedContent, _ done: @escaping ContentHandler
  ) throws(ServiceError) {
    let isFile = if case .file = way { true } else { false }
    switch answer.message {
    case .dataProvided(.bytes(let bytes)) where !isFile:
      guard bytes.count <= Self.maximumByteCount else { throw Self.tooLong }
      let name = fileName(way, hit)
      guard wanted != .bytes else {
        return done(.success(Content(promise: PromisedContent(.bytes(bytes), fileName: name))))
      }
      guard let directory else {
        let file = try Self.disk { () throws(SystemError) in try Self.memoryFile(bytes) }
        return done(
          .success(
            Content(promise: PromisedContent(.descriptor, fileName: name), descriptor: file)))
      }
      work(done) { () throws(ServiceError) in
        try Self.opened(
          Self.disk { () throws(SystemError) in try directory.write(bytes, name: name) })
      }
    case .dataProvided(.descriptor) where !isFile:
      try takeFile(answer.descriptors.first, fileName(way, hit), path: nil, wanted, done)
    case .fileProvided(let file) where isFile:
      let isOriginal = if case .file(_, inPlace: true) = way { true } else { false }
      try takeFile(
        answer.descriptors.first, file.fileName,
        path: isOriginal && wanted == .inPlace ? file.path : nil, wanted, done)
    default:
      throw ServiceError(.providerFailed, "The app answered something else than it was asked.")
    }
  }

  private func takeFile(
    _ descriptor: SharedDescriptor?, _ name: String, path: String?, _ wanted: WantedContent,
    _ done: @escaping ContentHandler
  ) throws(ServiceError) {
    guard let descriptor, let status = try? descriptor.status(), status.kind == .regular else {
      throw ServiceError(.providerFailed, "What the app gave is no ordinary file.")
    }
    let name = SafeFileName.of(name)
    if let path {
      return work(done) { [directory] () throws(ServiceError) in
        if let path = Self.checkedPath(of: descriptor, path) {
          return Content(
            promise: PromisedContent(.path(path), fileName: name), descriptor: descriptor)
        }
        guard let directory else {
          return Content(
            promise: PromisedContent(.descriptor, fileName: name), descriptor: descriptor)
        }
        return try Self.opened(
          Self.disk { () throws(SystemError) in try directory.copy(descriptor, name: name) })
      }
    }
    if wanted == .bytes {
      guard status.byteCount <= UInt64(Self.maximumByteCount) else {
        return done(
          .success(
            Content(promise: PromisedContent(.descriptor, fileName: name), descriptor: descriptor)))
      }
      work(done) { () throws(ServiceError) in
        let bytes = try Self.disk { () throws(SystemError) in try Self.read(descriptor) }
        return Content(promise: PromisedContent(.bytes(bytes), fileName: name))
      }
    } else if let directory {
      work(done) { () throws(ServiceError) in
        try Self.opened(
          Self.disk { () throws(SystemError) in try directory.copy(descriptor, name: name) })
      }
    } else {
      // Who wants a file of their own copies it.
      done(
        .success(
          Content(promise: PromisedContent(.descriptor, fileName: name), descriptor: descriptor)))
    }
  }

  /// Where the file that an app opened is, as this process sees it: what the app says is not believed, since a
  /// confined one could name a file that it may not touch. `nil` when it is at no path.
  private static func checkedPath(of descriptor: SharedDescriptor, _ named: String) -> String? {
    guard let file = try? descriptor.status() else { return nil }
    let opened = descriptor.withPath { FileSystem.resolved($0) }
    return [opened, FileSystem.resolved(named)].lazy.compactMap(\.self).first { path in
      guard let status = try? FileSystem.status(of: path) else { return false }
      return status.device == file.device && status.inode == file.inode
    }
  }

  /// The name that a file of the bytes is to have: the item's, with the type's extension.
  private func fileName(_ way: PromisedTypes.Way, _ hit: WireHit) -> String {
    guard case .data(let type) = way else { return "item" }
    var name = SafeFileName.of(Self.title(hit) ?? hit.item.uniqueIdentifier)
    if let ending = types().type(type)?.tags[.filenameExtension]?.first,
      !name.lowercased().hasSuffix("." + ending.lowercased())
    {
      name += "." + ending
    }
    return SafeFileName.of(name)
  }

  private static func title(_ hit: WireHit) -> String? {
    for attribute in [AttributeID.displayName, .title] {
      if case .string(let text)? = try? hit.item.decodedValue(for: .builtIn(attribute)),
        !text.isEmpty
      {
        return text
      }
    }
    return nil
  }

  private static func read(_ descriptor: SharedDescriptor) throws(SystemError) -> [UInt8] {
    defer { withExtendedLifetime(descriptor) {} }
    let file = FileDescriptor(
      adopting: descriptor.rawValue, path: "a promised file", closing: false)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while bytes.count <= maximumByteCount {
      var span = chunk.mutableSpan
      let count = try span.withUnsafeMutableBytes { chunk throws(SystemError) in
        try file.read(into: chunk, at: UInt64(bytes.count))
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    // It has grown meanwhile.
    throw SystemError(
      .messageTooLong, call: "read", explanation: "The promised file is too long to be read.")
  }

  /// Bytes as a file that is on no disk, and gone when nobody has it open.
  private static func memoryFile(_ bytes: [UInt8]) throws(SystemError) -> SharedDescriptor {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
      try MemoryFile.sealed(bytes, name: "promised content")
    }
  }

  /// A copy, opened for the one who wanted it.
  private static func opened(_ path: String) throws(ServiceError) -> Content {
    let descriptor = try disk { () throws(SystemError) in
      try SharedDescriptor(sharing: try FileDescriptor(opening: path, for: .reading))
    }
    return Content(
      promise: PromisedContent(.path(path), fileName: FileSystem.lastComponent(of: path)),
      descriptor: descriptor)
  }

  private static func disk<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(ServiceError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ServiceError(
        error.code == .messageTooLong ? .tooLarge : .providerFailed, error.message)
    }
  }

  private static var tooLong: ServiceError {
    ServiceError(.tooLarge, "The app gave more than \(maximumByteCount >> 20) MiB at once.")
  }

  // MARK: - Waiting for files

  /// Looks at an answer: at one with a file aside, since its file system may take its time to say what it is,
  /// for as long as a file may take.
  private func aside(
    for answer: Result<Envelope<ClientMessage>, ServiceError>, _ done: @escaping ContentHandler,
    _ body: @escaping @Sendable (@escaping ContentHandler) -> Void
  ) {
    guard case .success(let envelope) = answer, !envelope.descriptors.isEmpty else {
      return body(done)
    }
    let once = Once(done)
    let timer = loop.after(Self.patience, tolerance: .seconds(1)) { once.tell(.failure(Self.late)) }
    let hasStarted = DetachedThread.start { [loop] in
      body { once.tell($0) }
      // From here on what the body began keeps its own time.
      loop.cancel(timer)
    }
    if !hasStarted {
      loop.cancel(timer)
      once.tell(.failure(Self.busy))
    }
  }

  private static var late: ServiceError {
    ServiceError(.providerFailed, "The app's file could not be read in time.")
  }

  private static var busy: ServiceError {
    ServiceError(.unavailable, "Too many files are being read already.")
  }

  /// Does something that may wait for a file, aside, and tells that it failed when it takes too long.
  private func work(
    _ done: @escaping ContentHandler, _ body: @escaping @Sendable () throws(ServiceError) -> Content
  ) {
    let isRoom = readers.withLock { readers in
      guard readers < Self.readerLimit else { return false }
      readers += 1
      return true
    }
    guard isRoom else { return done(.failure(Self.busy)) }
    let once = Once(done)
    let timer = loop.after(Self.patience, tolerance: .seconds(1)) {
      once.tell(.failure(Self.late))
    }
    let hasStarted = DetachedThread.start { [self] in
      let result: Result<Content, ServiceError>
      do throws(ServiceError) { result = .success(try body()) } catch { result = .failure(error) }
      readers.withLock { $0 -= 1 }
      loop.cancel(timer)
      if case .success(let content) = result, case .path(let path) = content.promise.form {
        loop.after(DragDirectory.lifetime, tolerance: .seconds(60)) { [self] in
          _ = DetachedThread.start { [self] in directory?.remove(path) }
        }
      }
      once.tell(result)
    }
    if !hasStarted {
      readers.withLock { $0 -= 1 }
      loop.cancel(timer)
      once.tell(.failure(Self.busy))
    }
  }
}
