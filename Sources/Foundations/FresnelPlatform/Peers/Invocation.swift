/// How a process was started, in its own words: it can overwrite all of this, so it separates processes that
/// mean well and proves nothing.
package struct Invocation: Equatable, Sendable {
  /// The command line, the program's own name first; empty where the process made it so.
  package var arguments: [String]
  /// The directories that a relative path among the arguments may start from, the likeliest first: the one
  /// that the process is in, and the one that its environment says it was started in.
  package var directories: [String]
  /// The AppImage that the program lies in, as the run time of AppImages sets `APPIMAGE`: an absolute path;
  /// `nil` for a program that lies in no mounted image.
  package var appImage: String?

  /// Puts the parts together.
  package init(arguments: [String] = [], directories: [String] = [], appImage: String? = nil) {
    self.arguments = arguments
    self.directories = directories
    self.appImage = appImage
  }

  /// Reads what `/proc` says of a process.
  ///
  /// - Parameters:
  ///   - commandLine: The bytes of `cmdline`; arguments end with a zero byte. One that was cut off is left out.
  ///   - environment: The bytes of `environ`.
  ///   - workingDirectory: Where `cwd` leads.
  ///   - executable: The path of the program.
  init(
    commandLine: [UInt8], environment: [UInt8], workingDirectory: String, executable: String
  ) {
    let words = commandLine.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    let variables = environment.split(separator: 0)
    func value(of name: String) -> String? {
      let prefix = Array((name + "=").utf8)
      guard let entry = variables.first(where: { $0.starts(with: prefix) }) else { return nil }
      let value = String(decoding: entry.dropFirst(prefix.count), as: UTF8.self)
      return value.hasPrefix("/") ? value : nil
    }
    var directories: [String] = []
    for directory in [workingDirectory] + [value(of: "PWD")].compactMap(\.self)
    where !directories.contains(directory) {
      directories.append(directory)
    }
    self.init(
      arguments: words.map { String(decoding: $0, as: UTF8.self) }, directories: directories,
      appImage: Self.liesInImage(executable) ? value(of: "APPIMAGE") : nil)
  }

  /// Whether a path is below the directory on which the run time of AppImages mounts an image: a name that
  /// begins with `.mount_` in the directory for temporary files.
  private static func liesInImage(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0.hasPrefix(".mount_") }
  }
}
