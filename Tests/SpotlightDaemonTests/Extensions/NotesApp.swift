import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// An app that never runs by itself: its notes are text files in the data directory of a daemon of a
/// test's own, and the sample extension and the sample importer do its work.
enum NotesApp {
  static let identifier = "com.example.notes"
  static let everything = "title == \"*\""

  /// Runs a body with a daemon that knows the app, which has the notes alpha and beta.
  ///
  /// - Parameters:
  ///   - options: Further options of the daemon.
  ///   - indexer: The script that is the app's index extension instead of the sample.
  ///   - body: What is tested.
  /// - Throws: What the body throws, or that the daemon does not start.
  static func withDaemon(
    _ options: [String] = [], indexer: String? = nil, _ body: (DaemonProcess) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"] + options)
      var program = try TestProgram.path("sample-extension")
      if let indexer {
        program = directory + "/indexer"
        try FileSystem.write(Array(indexer.utf8), to: program, permissions: 0o755)
      }
      let manifest = """
        {"CFBundleIdentifier": "\(identifier)", "FresnelWakesOnPush": true, "NSExtension": [
          {"NSExtensionPointIdentifier": "com.apple.spotlight.index",
           "FresnelExecutable": "\(program)"},
          {"NSExtensionPointIdentifier": "com.apple.spotlight.import",
           "FresnelExecutable": "\(try TestProgram.path("sample-importer"))",
           "NSExtensionAttributes": {"CSSupportedContentTypes": ["public.text"]}}]}
        """
      let path = "\(directory)/data/fresnel/apps/\(identifier).plist"
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array(manifest.utf8), to: path)
      try daemon.writeNote("alpha", "Alpha\nThe first note.")
      try daemon.writeNote("beta", "Beta\nThe second note.")
      try daemon.start()
      defer { daemon.kill() }
      try body(daemon)
    }
  }
}

extension DaemonProcess {
  /// Writes a note of the app.
  func writeNote(_ name: String, _ text: String) throws {
    let path = "\(directory)/data/notes/\(name).txt"
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    try FileSystem.write(Array(text.utf8), to: path)
  }

  /// A client that was taken in.
  func client(_ role: Role = .app, claiming identifier: String = "") throws -> RawClient {
    let client = try RawClient(path: socketPath)
    // Programs start slowly on a machine with much else to do.
    try client.shakeHands(role: role, claiming: identifier)
    return client
  }

  /// Has the app open its index, and waits until the extension has indexed the notes.
  func indexNotes() throws {
    let app = try client(claiming: NotesApp.identifier)
    _ = try app.open()
    try expectNotes(["alpha", "beta"], for: app)
  }

  /// Waits until the app's own search finds just these notes.
  func expectNotes(
    _ names: [String], for app: RawClient, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let isSo = try TestProgram.wait {
      try app.identifiers(matching: NotesApp.everything) == names
    }
    #expect(isSo, "\(log)", sourceLocation: location)
  }

  /// How often the log has a text.
  func count(_ text: String) -> Int {
    log.split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  /// What `fresnel status` tells of the app's index extension.
  func extensionStatus() throws -> JSONValue? {
    let status = try client(.tool).order("status", "{}")
    guard case .array(let extensions)? = status["extensions"] else { return nil }
    return extensions.first { $0["app"] == .string(NotesApp.identifier) }
  }
}
