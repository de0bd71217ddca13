package import FresnelModel
internal import FresnelPlatform
internal import Synchronization

/// A Chromium without a window, driven over a pipe by the DevTools protocol. It reaches this machine alone.
package final class Browser: Sendable {
  /// Something that the browser refused, or that it ended too early for.
  package struct Failure: Error, CustomStringConvertible {
    /// What happened.
    package let description: String
  }

  private struct State {
    var lastNumber = 0
    var calls: [Int: CheckedContinuation<JSONValue, any Error>] = [:]
    var isOver = false
  }

  private let state = Mutex(State())
  private let input: FileDescriptor
  private let writing = Mutex(())
  private let directory: String
  private let process: Int32
  private let events = Mutex<[String: @Sendable (String, JSONValue) -> Void]>([:])
  private let ending = Ending()

  /// The program; `nil` where the machine has none.
  package static let program = ["chromium", "chromium-browser", "google-chrome"].lazy
    .compactMap(Command.path).first

  /// Whether the machine has one. Where it has none, the test run says so once where it can't be overlooked: a skipped
  /// suite is one line among thousands.
  package static let isThere: Bool = {
    if program != nil { return true }
    let text = """

      *** SKIPPED: no page is tested in a browser, as there is no Chromium on this machine. ***
      *** Install it, as with Scripts/install-libraries.sh chromium. ***


      """
    try? FileDescriptor.standardError.write(text)
    return false
  }()

  /// Starts the browser.
  ///
  /// - Throws: ``Failure`` where there is none; ``SystemError`` when it can't be started.
  package init() throws {
    guard let program = Self.program else { throw Failure(description: "There is no Chromium.") }
    directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-browser")
    let (questions, answers) = ("\(directory)/questions", "\(directory)/answers")
    for path in [questions, answers] { _ = try Command("mkfifo", [path]).run() }
    let arguments =
      [
        "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
        "--disable-dev-shm-usage", "--disable-extensions", "--disable-sync", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--metrics-recording-only",
        "--no-proxy-server", "--hide-scrollbars", "--force-color-profile=srgb", "--lang=en-US",
        // Names lead nowhere, so that nothing outside is asked.
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        "--user-data-dir=\(directory)/profile",
      ]
    var command = Command(
      "/bin/sh",
      ["-c", "exec \"$0\" \"$@\" 3<\(questions) 4>\(answers)", program] + arguments)
    var environment = Environment.all
    environment["HOME"] = directory
    // There is no bus for it, which it would look for at length.
    environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    command.environment = environment
    process = try command.startDetached { [ending] _ in ending.tell() }
    input = try FileDescriptor(opening: questions, for: .writing)
    let output = try FileDescriptor(opening: answers, for: .reading)
    let reader = Reader(output)
    let isReading = DetachedThread.start { [weak self] in
      reader.read { self?.receive($0) }
      self?.fail()
    }
    guard isReading else { throw Failure(description: "There is no room for a thread.") }
  }

  deinit {
    Signal.kill.send(to: -process)
    try? FileSystem.removeTree(directory)
  }

  /// Ends the browser and all of its processes, and waits for that.
  package func close() async {
    Signal.kill.send(to: -process)
    await ending.wait()
    try? FileSystem.removeTree(directory)
  }

  // MARK: - Calls

  /// Calls a method of the protocol.
  ///
  /// - Parameters:
  ///   - method: Its name.
  ///   - parameters: What it is given.
  ///   - session: The page that it is for; `nil` for the browser.
  /// - Returns: What it answers.
  /// - Throws: ``Failure``.
  @discardableResult
  package func call(
    _ method: String, _ parameters: KeyValuePairs<String, JSONValue> = [:], session: String? = nil
  ) async throws -> JSONValue {
    try await withCheckedThrowingContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard !state.isOver else { return nil }
        state.lastNumber += 1
        state.calls[state.lastNumber] = continuation
        return state.lastNumber
      }
      guard let number else {
        continuation.resume(throwing: Failure(description: "The browser has ended."))
        return
      }
      send(number, method, parameters, session)
    }
  }

  /// Calls a method of the protocol without waiting for an answer.
  func tell(
    _ method: String, _ parameters: KeyValuePairs<String, JSONValue>, session: String
  ) {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    send(number, method, parameters, session)
  }

  /// Has events of a session told.
  func listen(to session: String, _ body: @escaping @Sendable (String, JSONValue) -> Void) {
    events.withLock { $0[session] = body }
  }

  private func send(
    _ number: Int, _ method: String, _ parameters: KeyValuePairs<String, JSONValue>,
    _ session: String?
  ) {
    var members = [
      JSONMember("id", .integer(Int64(number))), JSONMember("method", .string(method)),
      JSONMember("params", .object(parameters.map { JSONMember($0.key, $0.value) })),
    ]
    if let session { members.append(JSONMember("sessionId", .string(session))) }
    let text = JSONValue.object(members).text()
    let isSent = writing.withLock { _ in (try? input.write(Array(text.utf8) + [0])) != nil }
    if !isSent { fail() }
  }

  private func receive(_ bytes: ArraySlice<UInt8>) {
    guard let message = try? JSONValue.parse(bytes) else { return }
    if case .integer(let number)? = message["id"] {
      let continuation = state.withLock { $0.calls.removeValue(forKey: Int(number)) }
      if let error = message["error"] {
        continuation?.resume(throwing: Failure(description: error.text()))
      } else {
        continuation?.resume(returning: message["result"] ?? .null)
      }
    } else if case .string(let method)? = message["method"],
      case .string(let session)? = message["sessionId"]
    {
      events.withLock { $0[session] }?(method, message["params"] ?? .null)
    }
  }

  /// Nothing comes any more.
  private func fail() {
    let calls = state.withLock { state in
      state.isOver = true
      defer { state.calls = [:] }
      return state.calls.values
    }
    for call in calls { call.resume(throwing: Failure(description: "The browser has ended.")) }
  }
}

/// The end of a process, which one waits for.
private final class Ending: Sendable {
  private struct State {
    var isOver = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Tells that it came.
  func tell() {
    let waiting = state.withLock { state in
      state.isOver = true
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// Waits for it; to be called once.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiting = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
}

/// Reads messages that end with a zero.
private final class Reader: Sendable {
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor) { self.file = file }

  /// Hands over each message until nothing comes any more.
  func read(_ body: (ArraySlice<UInt8>) -> Void) {
    var waiting: [UInt8] = []
    var looked = 0
    while true {
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
      }
      guard !chunk.isEmpty else { return }
      waiting += chunk
      while let end = waiting[looked...].firstIndex(of: 0) {
        body(waiting[..<end])
        waiting.removeSubrange(...end)
        looked = 0
      }
      looked = waiting.count
    }
  }
}
