internal import FresnelModel
package import FresnelPlatform

/// The one link of a person that waits for its app, `fresnel/links/noted.json` in the state directory.
package struct NotedLinkStore: Sendable {
  /// The largest file that is read, in bytes.
  private static let maximumByteCount = 1 << 16

  private let path: String

  /// The link of a person.
  package init(of base: BaseDirectories) { path = base.state + "/fresnel/links/noted.json" }

  /// Notes a link, in the place of one that waits already.
  ///
  /// - Throws: `SystemError`.
  package func note(_ link: NotedLink) throws(SystemError) {
    try locked { () throws(SystemError) in
      try FileSystem.write(Array(link.json.text().utf8), to: path)
    }
  }

  /// The link that waits; `nil` where there is none.
  package var link: NotedLink? {
    guard
      let file = try? FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount),
      let json = try? JSONValue.parse(file.bytes)
    else { return nil }
    return NotedLink(json)
  }

  /// Takes the link away where it can be opened, so that it is opened once, and where it is over.
  ///
  /// - Parameters:
  ///   - now: The time, in seconds since 1970.
  ///   - opens: Opens a link, or says that it can be opened; the link stays where it is told that it wasn't.
  /// - Returns: The link that was opened, or is to be.
  /// - Throws: `SystemError`.
  package func take(
    now: Int64, if opens: (NotedLink) -> Bool
  ) throws(SystemError) -> NotedLink? {
    guard FileSystem.exists(path) else { return nil }
    return try locked { () throws(SystemError) -> NotedLink? in
      let link = self.link
      let isToOpen = link.map { !$0.isOver(now: now) && opens($0) } ?? false
      // What nobody can read is in the way of nothing, and goes too.
      let isOver = link?.isOver(now: now) ?? FileSystem.exists(path)
      if isToOpen || isOver { try FileSystem.removeFile(path) }
      return isToOpen ? link : nil
    }
  }

  /// Held so that of two processes one opens the link, and a newer one isn't taken for an older.
  private func locked<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    let lock = try LockFile(locking: path + ".lock")
    return try withExtendedLifetime(lock, body)
  }
}
