internal import FresnelModel
package import FresnelPlatform

/// The copies of association files, a file for each site, in a person's state directory.
///
/// A file is written aside and renamed, so a reader sees the old or the new one. One that is damaged counts as
/// missing: the site is asked again.
package struct LinkStore: Sendable {
  /// The largest file that is read, in bytes: text that is escaped takes up to six times its length.
  private static let maximumByteCount = 1 << 20

  private let directory: String

  /// The copies of a person.
  package init(of base: BaseDirectories) { directory = base.state + "/fresnel/links/sites" }

  /// What is known of a site; `nil` when it was never asked.
  package func copy(of site: LinkSite) -> LinkCopy? {
    guard
      let content = try? FileSystem.regularFile(
        path(of: site), maximumByteCount: Self.maximumByteCount),
      let json = try? JSONValue.parse(content.bytes)
    else { return nil }
    return LinkCopy(json, of: site)
  }

  /// Whether there is a copy of a site that is damaged, as bytes of any kind are.
  package func isDamaged(_ site: LinkSite) -> Bool {
    FileSystem.exists(path(of: site)) && copy(of: site) == nil
  }

  /// Keeps what is known of a site; it is on the disk when the call returns.
  ///
  /// - Throws: `SystemError`.
  package func keep(_ copy: LinkCopy) throws(SystemError) {
    try FileSystem.createDirectory(directory)
    try FileSystem.write(Array(copy.json.text().utf8), to: path(of: copy.site))
  }

  /// Removes the copies of all sites but some.
  package func remove(allBut sites: Set<LinkSite>) {
    let kept = Set(sites.map(\.fileName))
    for name in (try? FileSystem.entries(of: directory)) ?? [] where !kept.contains(name) {
      try? FileSystem.removeFile("\(directory)/\(name)")
    }
  }

  private func path(of site: LinkSite) -> String { "\(directory)/\(site.fileName)" }
}
