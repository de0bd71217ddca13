internal import Foundation
package import FresnelModel
internal import FresnelPlatform
internal import Synchronization

/// A page in a browser.
package final class BrowserPage: Sendable {
  /// How a page is shown.
  package struct Look: Sendable {
    /// The width and height of the window.
    package var size: (width: Int, height: Int)
    /// Whether the system is dark.
    package var isDark: Bool
    /// Whether scripts run.
    package var runsScripts: Bool

    /// Describes a look.
    package init(
      width: Int = 1280, height: Int = 900, isDark: Bool = false, runsScripts: Bool = true
    ) {
      size = (width, height)
      self.isDark = isDark
      self.runsScripts = runsScripts
    }
  }

  /// An element as assistive technology is told of it.
  package struct Told: Hashable, Sendable {
    /// What it is.
    package let role: String
    /// What it is called.
    package let name: String

    /// Describes an element.
    package init(role: String, name: String) {
      self.role = role
      self.name = name
    }
  }

  private struct State {
    var problems: [String] = []
    var isLoaded = false
    var loading: CheckedContinuation<Void, Never>?
  }

  private let browser: Browser
  private let session: String
  private let state = Mutex(State())

  /// Opens an empty page in a profile of its own.
  package init(in browser: Browser, look: Look = Look()) async throws {
    self.browser = browser
    let context = try await browser.call("Target.createBrowserContext")["browserContextId"]
    let target = try await browser.call(
      "Target.createTarget",
      ["url": .string("about:blank"), "browserContextId": context ?? .null])["targetId"]
    let answer = try await browser.call(
      "Target.attachToTarget", ["targetId": target ?? .null, "flatten": .boolean(true)])
    guard case .string(let session)? = answer["sessionId"] else {
      throw Browser.Failure(description: "There is no session.")
    }
    self.session = session
    browser.listen(to: session) { [weak self] in self?.receive($0, $1) }
    for domain in ["Page", "Runtime", "Log", "Accessibility"] { try await call("\(domain).enable") }
    try await call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(Int64(look.size.width)), "height": .integer(Int64(look.size.height)),
        "deviceScaleFactor": .integer(1), "mobile": .boolean(look.size.width < 600),
      ])
    try await call(
      "Emulation.setEmulatedMedia",
      [
        "features": .array([
          .object([
            JSONMember("name", .string("prefers-color-scheme")),
            JSONMember("value", .string(look.isDark ? "dark" : "light")),
          ])
        ])
      ])
    if !look.runsScripts {
      try await call("Emulation.setScriptExecutionDisabled", ["value": .boolean(true)])
    }
  }

  /// What went wrong on the page: errors of scripts, what the security policy refused, what couldn't be loaded.
  package var problems: [String] { state.withLock { $0.problems } }

  /// Answers what the page asks of other hosts over https with a picture, since nothing outside is reached.
  package func answerPictures(with bytes: [UInt8], type: String) async throws {
    picture.withLock { $0 = (Data(bytes).base64EncodedString(), type) }
    try await call(
      "Fetch.enable",
      ["patterns": .array([.object([JSONMember("urlPattern", .string("https://*"))])])])
  }

  private let picture = Mutex<(body: String, type: String)?>(nil)

  /// Opens an address and waits until the page is loaded.
  package func open(_ address: String) async throws {
    expectLoading()
    try await call("Page.navigate", ["url": .string(address)])
    await waitForLoading()
  }

  /// Does something that leads to another page, and waits until that is loaded.
  package func leaving(_ body: () async throws -> Void) async throws {
    expectLoading()
    try await body()
    await waitForLoading()
  }

  /// The value of a JavaScript expression, which also works where the page's own scripts don't run.
  package func evaluate(_ expression: String) async throws -> JSONValue {
    let answer = try await call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "returnByValue": .boolean(true),
        "awaitPromise": .boolean(true), "userGesture": .boolean(true),
      ])
    if let exception = answer["exceptionDetails"] {
      throw Browser.Failure(description: exception.text())
    }
    return answer["result"]?["value"] ?? .null
  }

  /// The text of a JavaScript expression; empty where it is none.
  package func text(_ expression: String) async throws -> String {
    if case .string(let text) = try await evaluate(expression) { text } else { "" }
  }

  /// Waits until an expression is true.
  ///
  /// - Throws: ``Browser/Failure`` when it isn't within a minute.
  package func wait(until expression: String) async throws {
    let end = MonotonicClock.nanoseconds + 60_000_000_000
    while try await evaluate(
      "new Promise(done => setTimeout(() => done(Boolean(\(expression))), 20))") != .boolean(true)
    {
      guard MonotonicClock.nanoseconds < end else {
        throw Browser.Failure(description: "Not within a minute: \(expression)\n\(problems)")
      }
    }
  }

  /// Presses a key, such as `Tab` or `Enter`.
  package func press(_ key: String, shift: Bool = false) async throws {
    let codes: [String: Int64] = [
      "Tab": 9, "Enter": 13, " ": 32, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "/": 191,
    ]
    let text = key == "Enter" ? "\r" : key == " " ? " " : nil
    for type in [text == nil ? "rawKeyDown" : "keyDown", "keyUp"] {
      try await call(
        "Input.dispatchKeyEvent",
        [
          "type": .string(type), "key": .string(key),
          "code": .string([" ": "Space", "/": "Slash"][key] ?? key),
          "windowsVirtualKeyCode": .integer(codes[key] ?? 0),
          "modifiers": .integer(shift ? 8 : 0), "text": .string(text ?? ""),
        ])
    }
  }

  /// Types a text into what has the focus.
  package func type(_ text: String) async throws {
    try await call("Input.insertText", ["text": .string(text)])
  }

  /// A picture of the page, as PNG.
  package func screenshot(whole: Bool = true) async throws -> [UInt8] {
    let answer = try await call(
      "Page.captureScreenshot",
      ["format": .string("png"), "captureBeyondViewport": .boolean(whole)])
    guard case .string(let text)? = answer["data"], let bytes = Data(base64Encoded: text) else {
      throw Browser.Failure(description: "There is no picture.")
    }
    return Array(bytes)
  }

  /// What assistive technology is told, in order.
  package func told() async throws -> [Told] {
    guard case .array(let nodes)? = try await call("Accessibility.getFullAXTree")["nodes"] else {
      return []
    }
    return nodes.compactMap { node in
      guard node["ignored"] != .boolean(true), case .string(let role)? = node["role"]?["value"]
      else { return nil }
      let name: String = if case .string(let name)? = node["name"]?["value"] { name } else { "" }
      return Told(role: role, name: name)
    }
  }

  /// Calls a method of the protocol for this page.
  @discardableResult
  package func call(
    _ method: String, _ parameters: KeyValuePairs<String, JSONValue> = [:]
  ) async throws -> JSONValue {
    try await browser.call(method, parameters, session: session)
  }

  // MARK: - Events

  private func expectLoading() { state.withLock { $0.isLoaded = false } }

  private func waitForLoading() async {
    await withCheckedContinuation { continuation in
      let isLoaded = state.withLock { state in
        if !state.isLoaded { state.loading = continuation }
        return state.isLoaded
      }
      if isLoaded { continuation.resume() }
    }
  }

  private func receive(_ event: String, _ parameters: JSONValue) {
    switch event {
    case "Page.loadEventFired":
      let waiting = state.withLock { state in
        state.isLoaded = true
        return state.loading.take()
      }
      waiting?.resume()
    case "Runtime.exceptionThrown", "Log.entryAdded":
      state.withLock { $0.problems.append(parameters.text()) }
    case "Runtime.consoleAPICalled" where parameters["type"] != .string("log"):
      state.withLock { $0.problems.append(parameters.text()) }
    case "Fetch.requestPaused":
      guard let picture = picture.withLock({ $0 }) else { return }
      browser.tell(
        "Fetch.fulfillRequest",
        [
          "requestId": parameters["requestId"] ?? .null, "responseCode": .integer(200),
          "responseHeaders": .array([
            .object([
              JSONMember("name", .string("Content-Type")),
              JSONMember("value", .string(picture.type)),
            ])
          ]), "body": .string(picture.body),
        ], session: session)
    default: break
    }
  }
}
