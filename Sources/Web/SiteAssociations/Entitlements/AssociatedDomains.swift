public import WebDocuments

/// The sites that an app says it belongs to, from its `com.apple.developer.associated-domains`.
public struct AssociatedDomains: Sendable {
  /// The most entries that can be relied on.
  public static let entryLimit = 30

  /// The entries that could be read, in order.
  public let entries: [AssociatedDomain]
  /// What is wrong with the others.
  public let diagnostics: [Diagnostic]

  /// Reads the entries of an app.
  public init(_ texts: [String]) {
    entries = texts.compactMap(AssociatedDomain.init)
    var diagnostics = texts.enumerated().compactMap { index, text -> Diagnostic? in
      guard AssociatedDomain(text) == nil, !AssociatedDomain.isOfOtherService(text) else {
        return nil
      }
      return Diagnostic(
        .associationEntitlementMalformed,
        "\"\(Diagnostic.excerpt(text))\" is not a service and a host.",
        subject: "com.apple.developer.associated-domains[\(index)]")
    }
    if texts.count > Self.entryLimit {
      diagnostics.append(
        Diagnostic(
          .associationEntitlementTooMany,
          "The app names \(texts.count) sites; devices ask about \(Self.entryLimit) at most."))
    }
    self.diagnostics = diagnostics
  }

  /// The entry that decides about a host: of those about it the one with the longest host.
  ///
  /// - Parameters:
  ///   - host: In ASCII; its case doesn't matter.
  ///   - service: What for.
  /// - Returns: The entry; `nil` when none is about the host.
  public func entry(for host: String, service: AssociationService) -> AssociatedDomain? {
    entries.filter { $0.service == service && $0.covers(host) }
      // A host itself comes before those below another one; of equal entries the first counts.
      .enumerated().max { ($0.element.weight, -$0.offset) < ($1.element.weight, -$1.offset) }?
      .element
  }
}

extension AssociatedDomain {
  /// The longer the host, the more it decides.
  fileprivate var weight: Int { 2 * hosts.name.utf8.count + (hosts.isWildcard ? 0 : 1) }
}
