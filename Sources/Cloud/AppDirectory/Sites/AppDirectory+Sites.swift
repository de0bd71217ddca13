internal import FresnelDatabase
package import SiteAssociations

/// What a site's file said, and when.
struct KeptAssociation {
  let checked: Int64
  let fetched: Int64
  let file: SiteAssociation?
}

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

  /// What a site's association file says, if it may still be used. A file that was asked for before is not read anew.
  func association(of site: LinkSite, now: Int64) throws(AppDirectoryError) -> SiteAssociation? {
    let times = try list(
      "SELECT checked_at, fetched_at FROM sites WHERE name = ?", [.string(site.name)]
    ) { (checked: $0.integer(0), fetched: $0.integer(1)) }
    guard let times = times.first, AssociationCopy(fetched: times.fetched).isUsable(now: now) else {
      return nil
    }
    if let known = associations[site.name], known.checked == times.checked,
      known.fetched == times.fetched
    {
      return known.file
    }
    let file = try copy(of: site)?.association(now: now)
    if associations.count >= Self.keptAssociations { associations = [:] }
    associations[site.name] = KeptAssociation(
      checked: times.checked, fetched: times.fetched, file: file)
    return file
  }

  /// So many sites' files are kept as they were read.
  private static let keptAssociations = 64

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
