/// Shows once what is known from several sources: an item, the activity in which the person saw it, its page on
/// the web.
package enum ResultGrouping {
  /// Where the row of several hits stands.
  package enum Placing: Sendable {
    /// At the place of the best of them: for lists by relevance.
    case best
    /// At the place of the one that is shown: for lists that are ordered by a value of what is shown.
    case shown
  }

  /// Joins hits that stand for one entity.
  ///
  /// Hits are taken by their strongest kind of key: first those of items and of activities about items, then
  /// files, then pages, and among equals the best first. A hit joins the first group that owns one of its keys
  /// of that kind, and brings its other keys along; else it begins a group. So which hits are joined does not
  /// depend on whether an item scores above its page; an item joins nothing but the same item of its app; and
  /// no chain leads through a file or a page from one item to another.
  ///
  /// Of each group one hit is shown: one of the app that the person chose most often, then an item rather than
  /// an activity rather than the rest, then the best. What it lacks comes from other hits of the same app, whose
  /// classes protect no more than its own; other apps add their sources and signals only. So an app that claims
  /// another's page cannot change what the other's row says. Visits do not count in this, for they are an
  /// app's own word.
  ///
  /// - Parameters:
  ///   - hits: The best first.
  ///   - limit: The most rows.
  ///   - placing: Where the row of a group stands among the others.
  /// - Returns: The best first. The score is that of the best of the group, `lastUsedDate` the latest.
  /// - Complexity: O(*k* + *n* log *n*) for *n* hits with *k* keys; only groups of several read attributes.
  package static func group(
    _ hits: [GroupedHit], limit: Int, placing: Placing = .best
  ) -> [GroupedHit] {
    rows(of: hits, limit: limit, placing: placing).map(\.row)
  }

  /// Joins hits as ``group(_:limit:placing:)`` does.
  ///
  /// - Parameters:
  ///   - hits: The best first.
  ///   - limit: The most rows.
  ///   - placing: Where the row of a group stands among the others.
  /// - Returns: The rows, each with the positions among the hits of the one that it shows and of its best.
  package static func rows(
    of hits: [GroupedHit], limit: Int, placing: Placing = .best
  ) -> [(row: GroupedHit, shown: Int, best: Int)] {
    var rows = groups(of: hits).map { members in
      let group = ResultGroup(members.map { (position: $0, hit: hits[$0]) })
      return (position: placing == .best ? group.bestPosition : group.shownPosition, group: group)
    }
    rows.sort { $0.position < $1.position }
    return rows.prefix(max(0, limit)).map {
      ($0.group.row, $0.group.shownPosition, $0.group.bestPosition)
    }
  }

  /// The positions of the hits that belong together, the best first in each group.
  private static func groups(of hits: [GroupedHit]) -> [[Int]] {
    // A hit without keys stands alone, as one of a kind weaker than all would.
    let strengths = hits.map { hit in hit.keys.lazy.map(\.kind.rawValue).min() ?? .max }
    let order = hits.indices.sorted { (strengths[$0], $0) < (strengths[$1], $1) }
    var groups: [[Int]] = []
    // The first group that owns a key.
    var owners: [EntityKey: Int] = [:]
    for position in order {
      let keys = hits[position].keys
      var group = groups.count
      for key in keys where key.kind.rawValue == strengths[position] {
        group = min(group, owners[key] ?? group)
      }
      if group == groups.count { groups.append([]) }
      groups[group].append(position)
      for key in keys { owners[key] = min(owners[key] ?? group, group) }
    }
    for group in groups.indices where groups[group].count > 1 { groups[group].sort() }
    return groups
  }
}
