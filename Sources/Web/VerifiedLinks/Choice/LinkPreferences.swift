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
    guard
      let content = try? FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount),
      let json = try? JSONValue.parse(content.bytes), case .object(let members)? = json["sites"]
    else { return [:] }
    var choices: [String: Choice] = [:]
    for member in members {
      guard case .string(let text) = member.value else { continue }
      choices[member.name] = text == Self.browser ? .browser : .app(text)
    }
    return choices
  }

  /// Chooses for a site.
  ///
  /// - Parameters:
  ///   - choice: Who opens its links; `nil` to leave that to the apps again.
  ///   - host: The host, in ASCII.
  /// - Throws: `SystemError`.
  package func choose(_ choice: Choice?, for host: String) throws(SystemError) {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    // Held to the end, so that two processes don't write over each other's change.
    let lock = try LockFile(locking: path + ".lock")
    try withExtendedLifetime(lock) { () throws(SystemError) in
      var choices = all()
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
