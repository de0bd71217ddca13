import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// An app that a daemon of a test's own starts: the sample receiver, with an item named soup.
enum RecipesApp {
  static let identifier = "org.example.Recipes"
  static let soup = WireTarget.item(
    scope: IndexScope(app: identifier, index: ""), identifier: "soup", action: nil)

  /// Runs a body with a daemon that knows the app.
  ///
  /// - Parameters:
  ///   - mode: What the receiver does.
  ///   - lines: Further lines of its desktop file; `nil` for no desktop file.
  ///   - options: Further options of the daemon.
  ///   - body: What is tested.
  /// - Throws: What the body throws, or that the daemon does not start.
  static func withDaemon(
    _ mode: String, desktop lines: String? = "", options: [String] = [],
    _ body: (DaemonProcess, RawClient) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"] + options)
      try install(in: directory, mode, desktop: lines)
      try daemon.start()
      defer { daemon.kill() }
      let app = try daemon.client(claiming: identifier)
      try app.put(["soup"], into: try app.open())
      try body(daemon, try daemon.client(.tool))
    }
  }

  /// Writes the app's manifest and desktop file.
  static func install(in directory: String, _ mode: String, desktop lines: String?) throws {
    let program = try TestProgram.path("sample-receiver")
    let manifest = """
      {"CFBundleIdentifier": "\(identifier)", "CFBundleName": "Recipes",
       "FresnelExecutable": "\(program)", "CoreSpotlightContinuation": true,
       "CoreSpotlightActions": [
         {"CoreSpotlightActionIdentifier": "print", "CoreSpotlightActionTitle": "Print"}],
       "MKDirectionsApplicationSupportedModes": ["MKDirectionsModeBike"],
       "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes"]}]}
      """
    try write(manifest, to: "\(directory)/data/fresnel/apps/\(identifier).plist")
    guard let lines else { return }
    try write(
      """
      [Desktop Entry]
      Type=Application
      Name=Recipes
      Exec=env FRESNEL_APP_IDENTIFIER=\(identifier) "\(program)" \(identifier) \(mode) %U
      \(lines)
      """, to: "\(directory)/data/applications/\(identifier).desktop")
  }

  static func write(_ text: String, to path: String) throws {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    try FileSystem.write(Array(text.utf8), to: path)
  }
}

extension DaemonProcess {
  /// What the receiver wrote down.
  var received: [String] {
    let bytes = (try? FileSystem.contents(of: directory + "/data/received")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension RawClient {
  /// Opens something, and waits for what becomes of it.
  func launch(
    _ target: WireTarget = RecipesApp.soup, query: String = "", token: String? = nil
  ) throws -> Launched {
    switch try ask(
      .launch(LaunchRequest(target: target, query: query, activationToken: token)))
    {
    case .launched(let launched): return launched
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// The cause for which something is not opened; `nil` when it is.
  func launchProblem(_ target: WireTarget = RecipesApp.soup) throws -> String? {
    do {
      _ = try launch(target)
      return nil
    } catch let error as ServiceError {
      return error.details.first { $0.key == "launch.cause" }?.value ?? "\(error.code)"
    }
  }
}
