package import FresnelModel
package import SpotlightWire

/// What an app deletes that history may know, too.
package enum HistoryDeletion: Sendable {
  /// Items; activities that are related to them go with them.
  case items(WireOperation)
  /// Activities.
  case activities(ActivityChoice)

  /// Whether an activity goes with it.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - attributes: Its attributes.
  /// - Returns: Whether it does.
  package func covers(_ activity: WireActivity, _ attributes: EncodedItem?) -> Bool {
    switch self {
    case .items(.put): false
    case .items(.deleteIdentifiers(let identifiers)):
      attributes?.text(of: .relatedUniqueIdentifier).map(identifiers.contains) ?? false
    case .items(.deleteDomains(let domains)), .activities(.domains(let domains)):
      attributes?.text(of: .domainIdentifier).map { Self.isDomain($0, in: domains) } ?? false
    case .items(.deleteAll): attributes?.text(of: .relatedUniqueIdentifier) != nil
    case .activities(.all): true
    case .activities(.persistentIdentifiers(let identifiers)):
      activity.persistentIdentifier.map(identifiers.contains) ?? false
    }
  }

  /// Whether a domain is one of some, or below one of them.
  private static func isDomain(_ domain: String, in domains: [String]) -> Bool {
    domains.contains { domain == $0 || domain.hasPrefix($0 + ".") }
  }
}
