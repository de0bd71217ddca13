import FresnelModel
package import FresnelQuery

/// A set of ``PostingGroup``s.
package struct PostingGroups: OptionSet, Hashable, Sendable {
  /// Bit *g* stands for group number *g*.
  package let rawValue: UInt8

  /// A set of a raw value's bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A set of one group.
  package init(_ group: PostingGroup) {
    rawValue = 1 << group.rawValue
  }

  /// Titles and display names.
  package static let titles = PostingGroups([.init(.titleStart), .init(.titleRest)])
  /// What `*` covers.
  package static let described = titles.union([.init(.secondary), .init(.metadata)])
  /// What `**` covers.
  package static let searched = described.union(.init(.text))
  /// Attributes that a query must name.
  package static let named = PostingGroups(.named)

  /// Whether the set has a group.
  package func contains(_ group: PostingGroup) -> Bool {
    rawValue & 1 << group.rawValue != 0
  }

  /// The groups in which the terms of a target's attributes are.
  package init(covering target: AttributeTarget) {
    switch target {
    case .metadata: self = .described
    case .metadataAndText: self = .searched
    case .builtIn(let id):
      let groups = ElementGroups(AttributeTable.definition(for: id)?.fieldGroup)
      self = [PostingGroups(groups.first), PostingGroups(groups.rest)]
    // A custom key may be searchable by default in one item and not in another.
    case .custom: self = [.init(.metadata), .named]
    case .uniqueIdentifier, .domainIdentifier, .expirationDate: self = [.searched, .named]
    }
  }
}
