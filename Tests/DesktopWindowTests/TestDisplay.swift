import FresnelPlatform
import WireTestSupport

/// A display of a test's own, without a screen, a mouse or a keyboard.
final class TestDisplay: Sendable {
  /// What programs find it by, such as `:99`.
  let name: String
  private let process: Int32

  /// What is missing on this machine for tests that look at the window, in a sentence; `nil` where nothing is.
  static let absence: String? = {
    #if Desktop
      let missing = ["Xvfb", "xdotool", "dbus-daemon"].filter { Command.path(of: $0) == nil }
      return missing.isEmpty ? nil : "\(missing.joined(separator: ", ")) not installed"
    #else
      return "This build has no window: GTK 4 is missing, or the trait Desktop is off"
    #endif
  }()

  /// Starts the display server in a directory, and waits until it serves.
  ///
  /// - Parameter directory: Where it notes its number.
  /// - Throws: ``SystemError`` when it does not start.
  init(in directory: String) throws {
    let note = "\(directory)/display-\(MonotonicClock.nanoseconds)"
    let words = ["-displayfd", "1", "-screen", "0", "1000x700x24", "-nolisten", "tcp", "-noreset"]
    let command = Command(
      "/bin/sh", ["-c", "exec Xvfb \"$@\" >'\(note)' 2>/dev/null", "sh"] + words)
    let process = try command.startDetached()
    var number = ""
    let isThere = TestProgram.wait {
      let bytes = (try? FileSystem.contents(of: note)) ?? []
      number = String(decoding: bytes, as: UTF8.self)
      return number.hasSuffix("\n") || !Signal.none.send(to: process)
    }
    guard isThere, let number = Int(number.dropLast()) else {
      throw SystemError(.noProcess, call: "Xvfb", explanation: "Xvfb did not start.")
    }
    (self.process, name) = (process, ":\(number)")
  }

  deinit { end() }

  /// Ends the display server.
  func end() { Signal.terminate.send(to: process) }

  /// Runs `xdotool`.
  ///
  /// - Returns: What it wrote, a word for each line; `nil` when it failed.
  func xdotool(_ words: String...) throws -> [String]? { try xdotool(words) }

  private func xdotool(_ words: [String]) throws -> [String]? {
    var command = Command("xdotool", words)
    command.environment = ["DISPLAY": name, "PATH": "/usr/bin:/bin"]
    command.error = .null
    let (ending, output) = try command.capture(maximumByteCount: 1 << 16)
    guard ending.isSuccess else { return nil }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The search window, where it is shown.
  func window() throws -> String? {
    try xdotool("search", "--onlyvisible", "--class", "org.fresnel.Fresnel")?.last
  }

  /// Waits until the window is shown and has the keyboard.
  func waitForWindow() throws -> Bool {
    try TestProgram.wait {
      guard let window = try window() else { return false }
      // Without a window manager nobody else gives it the focus. It may have gone meanwhile.
      _ = try xdotool("windowfocus", "--sync", window)
      return try xdotool("getwindowfocus") == [window]
    }
  }

  /// Waits until the window is not shown.
  func waitForNoWindow() throws -> Bool { try TestProgram.wait { try window() == nil } }

  /// Types a text of small letters and spaces and then further keys, thirty a second.
  func type(_ text: String, _ keys: String...) throws {
    let letters = text.map { $0 == " " ? "space" : String($0) }
    _ = try xdotool(["key", "--delay", "33"] + letters + keys)
  }

  /// Presses keys, one after the other.
  func press(_ keys: String...) throws { _ = try xdotool(["key"] + keys) }
}
