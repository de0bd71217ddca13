internal import FresnelDatabase
internal import SiteAssociations
package import VerifiedLinks

extension AppDirectory {
  /// What is known of a site's association file; `nil` when the site was never asked.
  package func copy(of site: LinkSite) throws(AppDirectoryError) -> LinkCopy? {
    try list(
      "SELECT checked_at, fetched_at, file, problems FROM sites WHERE name = ?",
      [.string(site.name)]
    ) { row in
      var file: [UInt8]?
      if case .data(let bytes) = row[2] { file = bytes }
      return LinkCopy(
        site: site, checked: row.integer(0), fetched: row.integer(1), file: file,
        problems: row.text(3).split(separator: "\n").map(String.init))
    }.first
  }

  /// Keeps what is known of a site.
  package func keep(_ copy: LinkCopy) throws(AppDirectoryError) {
    let problems = copy.problems.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    try database.write { () throws(AppDirectoryError) in
      try statement(
        """
        INSERT OR REPLACE INTO sites (name, checked_at, fetched_at, file, problems)
          VALUES (?, ?, ?, ?, ?)
        """
      ).run([
        .string(copy.site.name), .integer(copy.checked), .integer(copy.fetched),
        copy.file.map { .data($0) } ?? .null, .string(problems),
      ])
    }
  }
}

extension ListedApp {
  /// The sites whose files have to name the app, in the order in which the app names them.
  ///
  /// - Parameter isLocal: Whether they may be on this machine or its network.
  /// - Returns: The sites, each once.
  package func sites(isLocal: Bool = false) -> [LinkSite] {
    var sites: [LinkSite] = []
    for domain in domains where domain.service == .applinks {
      let site = LinkSite(host: domain.fileHost, port: domain.port, isDeveloper: isLocal)
      if !sites.contains(site) { sites.append(site) }
    }
    return sites
  }
}
