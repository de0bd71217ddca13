import FresnelModel
import SpotlightWire

/// The rule of `ResultGrouping` as it is told, without regard to time: each hit is held against each group.
enum GroupingModel {
  private struct Group {
    var members: [Int] = []
    var keys: Set<EntityKey> = []
  }

  static func group(_ hits: [GroupedHit], limit: Int, atShown: Bool) -> [GroupedHit] {
    var groups: [Group] = []
    for kind in EntityKey.Kind.allCases {
      for position in hits.indices {
        let keys = hits[position].keys
        guard keys.map(\.kind).min() == kind else { continue }
        let strongest = Set(keys.filter { $0.kind == kind })
        if let index = groups.firstIndex(where: { !$0.keys.isDisjoint(with: strongest) }) {
          groups[index].members.append(position)
          groups[index].keys.formUnion(keys)
        } else {
          groups.append(Group(members: [position], keys: Set(keys)))
        }
      }
    }
    for position in hits.indices where hits[position].keys.isEmpty {
      groups.append(Group(members: [position]))
    }
    let rows = groups.map { group in
      let members = group.members.sorted()
      let shown = shown(members, of: hits)
      return (place: atShown ? shown : members[0], row: row(members, showing: shown, of: hits))
    }
    return Array(rows.sorted { $0.place < $1.place }.map(\.row).prefix(limit))
  }

  private static func rank(_ hit: GroupedHit) -> Int {
    hit.sources[0].kind == .item ? 0 : hit.sources[0].kind == .activity ? 1 : 2
  }

  /// The members in the order in which they would be shown.
  private static func ordered(_ members: [Int], of hits: [GroupedHit]) -> [Int] {
    func choices(_ member: Int) -> UInt64 {
      members.filter { hits[$0].hit.scope.app == hits[member].hit.scope.app }
        .map { hits[$0].signals.choices.count }.reduce(0, +)
    }
    return members.sorted { left, right in
      if choices(left) != choices(right) { return choices(left) > choices(right) }
      if rank(hits[left]) != rank(hits[right]) { return rank(hits[left]) < rank(hits[right]) }
      return left < right
    }
  }

  private static func shown(_ members: [Int], of hits: [GroupedHit]) -> Int {
    ordered(members, of: hits)[0]
  }

  private static func row(
    _ members: [Int], showing shown: Int, of hits: [GroupedHit]
  ) -> GroupedHit {
    var row = hits[shown]
    guard members.count > 1, var item = try? row.hit.item.item() else { return row }
    row.hit.score = members.map { hits[$0].hit.score }.max() ?? 0
    var dates: [Timestamp] = []
    for member in members {
      guard let other = try? hits[member].hit.item.item() else { continue }
      if case .date(let date) = other.attributes[.lastUsedDate] { dates.append(date) }
    }
    for member in ordered(members, of: hits) where member != shown {
      let other = hits[member].hit
      guard other.scope.app == row.hit.scope.app,
        other.protection.rawValue <= row.hit.protection.rawValue,
        let donor = try? other.item.item()
      else { continue }
      for (key, value) in donor.attributes.values where item.attributes[key] == nil {
        let kept: [AttributeKey] = [
          .builtIn(.relatedUniqueIdentifier), .builtIn(.weakRelatedUniqueIdentifier),
          .builtIn(.lastUsedDate), .builtIn(AttributeID(rawValue: 0xF001)),
        ]
        if !kept.contains(key) { item.attributes[key] = value }
      }
    }
    if let latest = dates.max() { item.attributes[.lastUsedDate] = .date(latest) }
    if let bytes = try? ItemCodec.encode(item), let encoded = try? EncodedItem(validating: bytes) {
      row.hit.item = encoded
    }
    for member in members where member != shown {
      row.signals = row.signals.union(hits[member].signals)
      for source in hits[member].sources where !row.sources.contains(source) {
        row.sources.append(source)
      }
      for key in hits[member].keys where !row.keys.contains(key) { row.keys.append(key) }
    }
    return row
  }
}
