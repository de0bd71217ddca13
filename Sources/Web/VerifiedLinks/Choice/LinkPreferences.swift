internal import FresnelModel
package import FresnelPlatform

/// What a person chose for the links of sites, `fresnel/links.json` in the configuration directory.
package struct LinkPreferences: Sendable {
  /// Who opens a site's links.
  package enum Choice: Hashable, Sendable {
    /// The browser, whatever apps say.
    case browser
    /// An app, where the site vouches for it.
    case app(String)
  }

  /// The largest file that is read, in bytes.
  private static let maximumByteCount = 1 << 20
  private static let browser = "browser"

  private let path: String

  /// The choices of a person.
  package init(of base: BaseDirectories) { path = base.configuration + "/fresnel/links.json" }

  /// All choices, by host.
  ///
  /// - Returns: None when there is no file that could be read.
  package func all() -> [String: Choice] {
    let content = try? FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount)
    return content.map { Self.choices(in: $0.bytes).found } ?? [:]
  }

  /// All choices, for who is about to write them anew.
  ///
  /// What is damaged is copied to another name: a person may have written the file, and mends it.
  ///
  /// - Throws: `SystemError` when there is a file that cannot be read or copied.
  private func stored() throws(SystemError) -> [String: Choice] {
    guard
      let bytes = try FileSystem.contentToReplace(path, maximumByteCount: Self.maximumByteCount)
    else { return [:] }
    let (found, isWhole) = Self.choices(in: bytes)
    if !isWhole { try FileSystem.keepDamaged(bytes, of: path) }
    return found
  }

  /// The choices in a file, as far as they can be understood, and whether that is all of it.
  private static func choices(in bytes: [UInt8]) -> (found: [String: Choice], isWhole: Bool) {
    guard let json = try? JSONValue.parse(bytes), case .object(let members)? = json["sites"]
    else { return ([:], false) }
    var choices: [String: Choice] = [:]
    var isWhole = true
    for member in members {
      guard case .string(let text) = member.value else {
        isWhole = false
        continue
      }
      choices[member.name] = text == browser ? .browser : .app(text)
    }
    return (choices, isWhole)
  }

  /// Chooses for a site.
  ///
  /// - Parameters:
  ///   - choice: Who opens its links; `nil` to leave that to the apps again.
  ///   - host: The host, in ASCII.
  /// - Throws: `SystemError`, also when the choices so far cannot be read, which stay as they are then.
  package func choose(_ choice: Choice?, for host: String) throws(SystemError) {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    // Held to the end, so that two processes don't write over each other's change.
    let lock = try LockFile(locking: path + ".lock")
    try withExtendedLifetime(lock) { () throws(SystemError) in
      var choices = try stored()
      choices[host] = choice
      let members = choices.sorted { $0.key < $1.key }.map { host, choice in
        switch choice {
        case .browser: JSONMember(host, .string(Self.browser))
        case .app(let app): JSONMember(host, .string(app))
        }
      }
      let json = JSONValue.object([
        JSONMember("version", .integer(1)), JSONMember("sites", .object(members)),
      ])
      try FileSystem.write(Array(json.text().utf8), to: path)
    }
  }
}

extension FileSystem {
  /// The content of a file that is about to be written anew; `nil` where there is none.
  ///
  /// - Throws: `SystemError` when there is one that cannot be read: taken for none, it would be lost.
  static func contentToReplace(
    _ path: String, maximumByteCount: Int
  ) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try regularFile(path, maximumByteCount: maximumByteCount).bytes
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Writes what a damaged file holds to a free name beside it. The file stays as long as it is not replaced, since some
  /// of it may be understood.
  static func keepDamaged(_ bytes: [UInt8], of path: String) throws(SystemError) {
    var number = 1
    while try status(of: "\(path).damaged-\(number)") != nil { number += 1 }
    try write(bytes, to: "\(path).damaged-\(number)")
  }
}
