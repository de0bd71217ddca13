/// Where somebody starts who follows links by chance.
package enum Teleport {
  /// Any site as likely as another, then any of its pages: a thousand pages of one site start with no more than one
  /// page of another.
  ///
  /// - Parameters:
  ///   - sites: The site of each page, by number; `nil` for a page at which nobody starts.
  ///   - seeds: The sites to start at; `nil` for all. A site without pages counts for nothing.
  /// - Returns: The teleport vector, with a sum of 1; zeros where there is nowhere to start.
  package static func perSite(_ sites: [UInt32?], seeds: Set<UInt32>? = nil) -> [Double] {
    var sizes: [UInt32: Int] = [:]
    for case let site? in sites where seeds?.contains(site) ?? true { sizes[site, default: 0] += 1 }
    let share = sizes.isEmpty ? 0 : 1 / Double(sizes.count)
    return sites.map { site in
      guard let site, let size = sizes[site] else { return 0 }
      return share / Double(size)
    }
  }
}
