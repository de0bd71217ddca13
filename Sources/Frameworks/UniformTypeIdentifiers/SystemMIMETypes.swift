import Foundation
import FresnelModel

/// Reads the machine's shared MIME database.
enum SystemMIMETypes {
  /// The database as it was when first asked for; empty when the machine has none.
  static let database = read(environment: ProcessInfo.processInfo.environment)

  /// Reads the directories that the XDG base directory specification names, the person's own first.
  static func read(environment: [String: String]) -> MIMETypeDatabase {
    MIMETypeDatabase(directories: directories(environment: environment).map(files(in:)))
  }

  /// The directories that may hold a database, in order of precedence. Paths that are empty or not
  /// absolute do not count.
  static func directories(environment: [String: String]) -> [URL] {
    let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = own ?? environment["HOME"].map { "\($0)/.local/share" } ?? ""
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let paths =
      [home] + (shared ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    return paths.filter { $0.hasPrefix("/") }
      .map { URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("mime") }
  }

  private static func files(in directory: URL) -> MIMETypeDatabase.Files {
    func bytes(_ name: String) -> [UInt8] {
      (try? Data(contentsOf: directory.appendingPathComponent(name))).map(Array.init) ?? []
    }
    return MIMETypeDatabase.Files(
      globs2: bytes("globs2"), subclasses: bytes("subclasses"), aliases: bytes("aliases"),
      types: bytes("types"))
  }
}
