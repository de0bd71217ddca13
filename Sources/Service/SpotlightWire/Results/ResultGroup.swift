internal import FresnelModel

/// Hits that stand for one entity.
struct ResultGroup {
  /// A hit and its place in the list that it comes from; the best has the least.
  typealias Member = (position: Int, hit: GroupedHit)

  /// The one that is shown, first; then the others in the order in which they would be.
  private let members: [Member]
  /// The place of the best.
  let bestPosition: Int

  /// Takes hits, one at least.
  init(_ members: [Member]) {
    var choices: [String: UInt64] = [:]
    for (_, member) in members {
      let app = member.hit.scope.app
      let (sum, overflow) = choices[app, default: 0]
        .addingReportingOverflow(member.signals.choices.count)
      choices[app] = overflow ? .max : sum
    }
    self.members = members.sorted { left, right in
      let leftChoices = choices[left.hit.hit.scope.app] ?? 0
      let rightChoices = choices[right.hit.hit.scope.app] ?? 0
      guard leftChoices == rightChoices else { return leftChoices > rightChoices }
      return (left.hit.rank, left.position) < (right.hit.rank, right.position)
    }
    bestPosition = members.lazy.map(\.position).min() ?? 0
  }

  /// The place of the one that is shown.
  var shownPosition: Int { members.first?.position ?? bestPosition }

  /// The hits as one.
  var row: GroupedHit {
    var row = members[0].hit
    guard members.count > 1 else { return row }
    let shown = row.hit
    let others = members.dropFirst().map(\.hit)
    row.hit.score = others.reduce(shown.score) { max($0, $1.hit.score) }
    let donors = others.map(\.hit).filter { other in
      other.scope.app == shown.scope.app
        && other.protection.rawValue <= shown.protection.rawValue
    }
    row.hit.item = shown.item.completed(
      by: donors.map(\.item), lastUsed: others.compactMap { $0.hit.item.lastUsedDate }.max())
    // By score again, so that a list of sources does not depend on which of them is shown.
    for (_, other) in members.dropFirst().sorted(by: { $0.position < $1.position }) {
      row.signals = row.signals.union(other.signals)
      row.sources += other.sources
      row.keys += other.keys
    }
    row.sources = row.sources.uniqued
    row.keys = row.keys.uniqued
    return row
  }
}

extension GroupedHit {
  /// The lower, the sooner it is shown, among hits of apps that were chosen equally often.
  fileprivate var rank: Int {
    switch sources.first?.kind {
    case .item: 0
    case .activity: 1
    default: 2
    }
  }
}

extension Array where Element: Hashable {
  /// The elements without those that were there before.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension EncodedItem {
  /// When the entity was used last, as far as that can be read.
  fileprivate var lastUsedDate: Timestamp? {
    guard case .date(let date) = try? decodedValue(for: .builtIn(.lastUsedDate)) else { return nil }
    return date
  }

  /// The item with attributes that it lacks.
  ///
  /// - Parameters:
  ///   - donors: Items that lend attributes, the first before the others. What says how an item stands to
  ///     others, and what the service itself adds, is not lent.
  ///   - lastUsed: A date that counts if it is later than the item's own.
  /// - Returns: The item as it was when there is nothing to add, when a part of it cannot be read, and when it
  ///   would become too long.
  fileprivate func completed(by donors: [EncodedItem], lastUsed: Timestamp?) -> EncodedItem {
    do throws(ModelError) {
      var added = Attributes()
      for donor in donors {
        try donor.forEachEncodedAttribute { attribute throws(ModelError) in
          guard attribute.key.isLent, added[attribute.key] == nil,
            try self.attribute(for: attribute.key) == nil
          else { return }
          added[attribute.key] = try attribute.value()
        }
      }
      if let lastUsed, lastUsedDate.map({ $0 < lastUsed }) ?? true {
        added[.lastUsedDate] = .date(lastUsed)
      }
      guard !added.values.isEmpty else { return self }
      var item = try self.item()
      item.attributes.merge(update: added)
      return try EncodedItem(opening: try ItemCodec.encode(item))
    } catch {
      return self
    }
  }
}

extension AttributeKey {
  /// Whether a hit may get the attribute from another one that stands for the same entity.
  fileprivate var isLent: Bool {
    guard case .builtIn(let id) = self else { return true }
    switch id {
    case .relatedUniqueIdentifier, .weakRelatedUniqueIdentifier, .lastUsedDate: return false
    // Numbers from here on are the service's own.
    default: return id.rawValue < 0xF000
    }
  }
}
