import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

/// A service between a played app, whose answers a test gives, and a directory of its own.
private final class PromiseStage: Sendable {
  let directory: String
  let loop: EventLoop
  let readers: FileReaders
  /// What the app was asked, one after the other.
  let questions = Mutex<[DaemonMessage]>([])
  /// The class of the item's index.
  let protection = Mutex(ProtectionClass.none)
  /// What the app answers.
  private let answers = Mutex<
    [@Sendable (DaemonMessage) -> Result<Envelope<ClientMessage>, ServiceError>]
  >([])
  private let (isOver, end) = AsyncStream<Void>.makeStream()

  init(in directory: String) throws {
    self.directory = directory
    loop = try EventLoop()
    readers = FileReaders(on: loop)
    let started = DetachedThread.start { [loop, end] in
      try? loop.run()
      end.finish()
    }
    try #require(started)
  }

  static func with(_ body: (PromiseStage) async throws -> Void) async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-promises")
    defer { try? FileSystem.removeTree(directory) }
    let stage = try PromiseStage(in: directory)
    let result: Result<Void, any Error>
    do { result = .success(try await body(stage)) } catch { result = .failure(error) }
    stage.loop.stop()
    for await _ in stage.isOver {}
    try result.get()
  }

  private static let photo = Item(
    uniqueIdentifier: "photo 1",
    attributes: Attributes([
      .builtIn(.displayName): .string("Sun/rise"),
      .builtIn(.providerDataTypeIdentifiers): .array([
        .string("public.png"), .string("public.jpeg"),
      ]),
      .builtIn(.providerFileTypeIdentifiers): .array([.string("public.jpeg")]),
      .builtIn(.providerInPlaceFileTypeIdentifiers): .array([.string("public.tiff")]),
    ]))

  private var sources: ContentSources {
    ContentSources(
      find: { [self] app, index, item, done in
        guard item == Self.photo.uniqueIdentifier,
          let bytes = try? ItemCodec.encode(Self.photo),
          let encoded = try? EncodedItem(validating: bytes)
        else { return done(.success(nil)) }
        done(
          .success(
            WireHit(
              scope: IndexScope(app: app.identifier, index: index ?? "found"),
              protection: protection.withLock { $0 }, score: 0, item: encoded)))
      },
      ask: { [self] _, _, question, answer in
        questions.withLock { $0.append(question) }
        let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        answer(next?(question) ?? .failure(ServiceError(.unsupported, "No.")))
      },
      importFile: { _, _, _, answer in answer(.failure(ServiceError(.unsupported, "No."))) })
  }

  func answer(_ message: ClientMessage, _ descriptors: [SharedDescriptor] = []) {
    answers.withLock {
      $0.append { _ in .success(Envelope(message, request: 1, descriptors: descriptors)) }
    }
  }

  func fail(_ code: ServiceError.Code) {
    answers.withLock { $0.append { _ in .failure(ServiceError(code, "It failed.")) } }
  }

  func service() -> PromiseService {
    PromiseService(
      sources, types: { .builtIn }, directory: directory + "/drags", readers: readers, loop: loop)
  }

  /// What comes of a promise.
  func keep(
    _ type: String, _ wanted: WantedContent, item: String = "photo 1"
  ) async -> Result<ContentReply, ServiceError> {
    let service = service()
    let request = PromiseRequest(
      app: "com.example.photos", index: "", item: item, contentType: type, wanted: wanted)
    return await withCheckedContinuation { continuation in
      service.keep(request) { continuation.resume(returning: $0) }
    }
  }

  func content(
    _ type: String, _ wanted: WantedContent
  ) async throws -> (content: PromisedContent, descriptor: SharedDescriptor?) {
    let reply = try await keep(type, wanted).get()
    guard case .promiseKept(let content) = reply.message else {
      throw ServiceError(.unsupported, "Another answer.")
    }
    #expect(reply.descriptors.count == reply.message.descriptorCount)
    return (content, reply.descriptors.first)
  }

  /// An open file with some text.
  func file(_ text: String, name: String = "original") throws -> SharedDescriptor {
    let path = directory + "/" + name
    try FileSystem.write(Array(text.utf8), to: path)
    return try SharedDescriptor(sharing: try FileDescriptor(opening: path, for: .reading))
  }
}

private func text(_ path: String) throws -> String {
  String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
}

@Suite("PromiseService")
struct PromiseServiceTests {
  @Test("Bytes come from a data promise, of the best type that fits")
  func bytes() async throws {
    try await PromiseStage.with { stage in
      stage.answer(.dataProvided(.bytes([1, 2, 3])))
      let (content, descriptor) = try await stage.content("public.image", .bytes)
      #expect(content.form == .bytes([1, 2, 3]))
      #expect(content.fileName == "rise.png")
      #expect(descriptor == nil)
      guard case .provideData(let question)? = stage.questions.withLock(\.first) else {
        Issue.record("Something else was asked.")
        return
      }
      #expect(question.contentType == "public.png")
      #expect(question.item == "photo 1")
      #expect(question.deadlineMilliseconds == 10_000)
    }
  }

  @Test(
    "A type that the app fails to give is followed by the next; the first failure is told in the end"
  )
  func fallback() async throws {
    try await PromiseStage.with { stage in
      stage.fail(.providerFailed)
      stage.answer(.dataProvided(.bytes([4])))
      let (content, _) = try await stage.content("public.image", .bytes)
      #expect(content.fileName == "rise.jpeg")
      for code in [ServiceError.Code.providerFailed, .unsupported, .unsupported, .unsupported] {
        stage.fail(code)
      }
      await #expect(throws: ServiceError(.providerFailed, "It failed.")) {
        try await stage.keep("public.image", .bytes).get()
      }
      // One that is gone is not asked for the rest.
      stage.questions.withLock { $0 = [] }
      stage.fail(.connectionLost)
      await #expect(throws: ServiceError(.connectionLost, "It failed.")) {
        try await stage.keep("public.image", .bytes).get()
      }
      #expect(stage.questions.withLock(\.count) == 1)
    }
  }

  @Test("A file promise is read where bytes are wanted")
  func readingFiles() async throws {
    try await PromiseStage.with { stage in
      stage.answer(
        .fileProvided(ProvidedFile(path: "/hidden/x.tiff", fileName: "../x.tiff")),
        [try stage.file("tiff")])
      let (content, _) = try await stage.content("public.tiff", .bytes)
      #expect(content.form == .bytes(Array("tiff".utf8)))
      #expect(content.fileName == "x.tiff")
    }
  }

  @Test("A copy is made of a file promise, under a harmless name, and outlives the original")
  func copying() async throws {
    try await PromiseStage.with { stage in
      stage.answer(
        .fileProvided(ProvidedFile(path: "/hidden/x.jpg", fileName: "../../.x.jpg")),
        [try stage.file("jpeg")])
      let (content, descriptor) = try await stage.content("public.jpeg", .copy)
      try FileSystem.removeFile(stage.directory + "/original")
      guard case .path(let path) = content.form else {
        Issue.record("No path: \(content.form)")
        return
      }
      #expect(path.hasPrefix(stage.directory + "/drags/"))
      #expect(path.hasSuffix("/x.jpg") && content.fileName == "x.jpg")
      #expect(try text(path) == "jpeg")
      #expect(try FileSystem.status(of: path)?.inode == descriptor?.status().inode)
      #expect(try FileSystem.status(of: FileSystem.parent(of: path))?.permissions == 0o700)
      // The next process removes what is left.
      _ = stage.service()
      #expect(!FileSystem.exists(path))
    }
  }

  @Test(
    "Of an item that is encrypted nothing lies on the disk: who wants a file gets one in memory",
    arguments: [ProtectionClass.firstUnlock, .completeUnlessOpen, .complete])
  func encrypted(protection: ProtectionClass) async throws {
    try await PromiseStage.with { stage in
      stage.protection.withLock { $0 = protection }
      for wanted in [WantedContent.copy, .inPlace] {
        stage.answer(.dataProvided(.bytes(Array("png".utf8))))
        let (content, descriptor) = try await stage.content("public.png", wanted)
        #expect(content.form == .descriptor)
        #expect(content.fileName == "rise.png")
        let given = try #require(descriptor)
        #expect(given.withPath { FileSystem.resolved($0) } == nil)
        #expect(try given.withPath { try text($0) } == "png")
        // Nobody can change it any more.
        let file = FileDescriptor(adopting: given.rawValue, path: "given", closing: false)
        #expect(throws: SystemError.self) { try file.write([1]) }
        withExtendedLifetime(given) {}
      }
      stage.answer(
        .fileProvided(ProvidedFile(path: "/hidden/x.jpg", fileName: "x.jpg")),
        [try stage.file("jpeg")])
      let (content, descriptor) = try await stage.content("public.jpeg", .copy)
      #expect(content.form == .descriptor && descriptor != nil)
      let left = (try? FileSystem.entries(of: stage.directory + "/drags")) ?? []
      #expect(left.isEmpty)
    }
  }

  @Test("A file is written of a data promise where a file is wanted")
  func writing() async throws {
    try await PromiseStage.with { stage in
      stage.answer(.dataProvided(.bytes(Array("png".utf8))))
      let (content, descriptor) = try await stage.content("public.png", .copy)
      guard case .path(let path) = content.form else {
        Issue.record("No path: \(content.form)")
        return
      }
      #expect(try text(path) == "png")
      #expect(FileSystem.lastComponent(of: path) == "rise.png")
      #expect(descriptor != nil)
    }
  }

  @Test("In place means the app's own file, at the path of what it opened; else a copy")
  func inPlace() async throws {
    try await PromiseStage.with { stage in
      let original = try stage.file("tiff")
      let place = try #require(original.withPath { FileSystem.resolved($0) })
      stage.answer(.fileProvided(ProvidedFile(path: "/app/x.tiff", fileName: "x.tiff")), [original])
      let (content, descriptor) = try await stage.content("public.tiff", .inPlace)
      #expect(content == PromisedContent(.path(place), fileName: "x.tiff"))
      #expect(descriptor === original)
      stage.answer(.fileProvided(ProvidedFile(path: "/app/x.jpg", fileName: "x.jpg")), [original])
      let (copy, _) = try await stage.content("public.jpeg", .inPlace)
      guard case .path(let path) = copy.form else {
        Issue.record("No path: \(copy.form)")
        return
      }
      #expect(path.hasPrefix(stage.directory))
    }
  }

  @Test("An app cannot name another file than the one that it opened")
  func namedFile() async throws {
    try await PromiseStage.with { stage in
      let secret = stage.directory + "/secret"
      try FileSystem.write(Array("secret".utf8), to: secret)
      let own = stage.directory + "/own"
      try FileSystem.write(Array("own".utf8), to: own)
      let opened = try SharedDescriptor(sharing: try FileDescriptor(opening: own, for: .reading))
      stage.answer(.fileProvided(ProvidedFile(path: secret, fileName: "x.tiff")), [opened])
      let (content, _) = try await stage.content("public.tiff", .inPlace)
      let place = try #require(FileSystem.resolved(own))
      #expect(content.form == .path(place))
      // What is at no path any more is copied.
      try FileSystem.removeFile(own)
      stage.answer(.fileProvided(ProvidedFile(path: secret, fileName: "x.tiff")), [opened])
      let (copy, _) = try await stage.content("public.tiff", .inPlace)
      guard case .path(let path) = copy.form else {
        Issue.record("No path: \(copy.form)")
        return
      }
      #expect(path != secret && path.hasPrefix(stage.directory + "/drags"))
      #expect(try text(path) == "own")
    }
  }

  @Test("What is no ordinary file is refused, whatever it is")
  func strangeFiles() async throws {
    try await PromiseStage.with { stage in
      let (socket, _) = try UnixSocket.pair()
      let directory = try SharedDescriptor(
        sharing: try FileDescriptor(opening: stage.directory, for: .reading))
      let null = try SharedDescriptor(
        sharing: try FileDescriptor(opening: "/dev/zero", for: .reading))
      for descriptor in [socket.descriptor, directory, null] {
        stage.answer(
          .fileProvided(ProvidedFile(path: "/x", fileName: "x")), [descriptor])
        await #expect(throws: ServiceError.self) {
          try await stage.keep("public.tiff", .bytes).get()
        }
      }
    }
  }

  @Test("What was not promised, or is no item, or another answer is a failure that says so")
  func failures() async throws {
    try await PromiseStage.with { stage in
      func code(_ result: Result<ContentReply, ServiceError>) -> ServiceError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
      }
      #expect(await code(stage.keep("public.movie", .bytes)) == .unsupported)
      #expect(await code(stage.keep("public.png", .bytes, item: "none")) == .providerFailed)
      stage.answer(.acknowledged)
      #expect(await code(stage.keep("public.png", .bytes)) == .providerFailed)
      stage.answer(
        .dataProvided(.bytes([UInt8](repeating: 0, count: PromiseService.maximumByteCount + 1))))
      #expect(await code(stage.keep("public.png", .bytes)) == .tooLarge)
    }
  }

  @Test("An app whose files hang gets no more of them read, and its promised bytes go on")
  func hangingFiles() async throws {
    try await PromiseStage.with { stage in
      let answer = DispatchSemaphore(value: 0)
      let app = AppIdentity(identifier: "com.example.photos")
      let count = FileReaders.Limits().perOwner
      for _ in 0..<count {
        stage.readers.run(for: app) {
          answer.wait()
        } then: { _ in
        }
      }
      defer { for _ in 0..<count { answer.signal() } }
      stage.answer(
        .fileProvided(ProvidedFile(path: "/x.tiff", fileName: "x.tiff")), [try stage.file("tiff")])
      await #expect(throws: ServiceError(.unavailable, "Too many files are being read already.")) {
        try await stage.keep("public.tiff", .bytes).get()
      }
      stage.answer(.dataProvided(.bytes([1])))
      #expect(try await stage.content("public.png", .bytes).content.form == .bytes([1]))
    }
  }

  @Test("Another app is given bytes, or a file to read, and the index is found by the item")
  func fetching() async throws {
    try await PromiseStage.with { stage in
      stage.answer(.dataProvided(.bytes([7])))
      let service = stage.service()
      let request = FetchData(
        app: "com.example.photos", item: "photo 1", contentType: "public.png")
      let result: Result<ContentReply, ServiceError> = await withCheckedContinuation {
        continuation in
        service.fetch(request) { continuation.resume(returning: $0) }
      }
      let reply = try result.get()
      #expect(reply.message == .dataFetched(.bytes([7])))
      guard case .provideData(let question)? = stage.questions.withLock(\.first) else {
        Issue.record("Something else was asked.")
        return
      }
      #expect(question.index == "found")
    }
  }
}
