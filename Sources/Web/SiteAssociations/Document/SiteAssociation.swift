package import WebDocuments

/// What a site says about apps, as its association file says it: read, and compiled for ``match(_:app:domain:)``.
public struct SiteAssociation: Sendable {
  /// The entries of `applinks` in the order in which they are tried.
  package let details: [AppLinkDetail]
  /// The identifiers of the apps that each service lists, in the order of the file.
  public let applications: [AssociationService: [String]]
  /// The variables that patterns name.
  let variables: [VariableTable.Values]
  private let lines: LineIndex

  init(
    details: [AppLinkDetail], applications: [AssociationService: [String]],
    variables: [VariableTable.Values], lines: LineIndex
  ) {
    self.details = details
    self.applications = applications
    self.variables = variables
    self.lines = lines
  }

  /// Whether the file names an app for a service.
  public func lists(_ app: ApplicationIdentity, for service: AssociationService) -> Bool {
    applications[service, default: []].contains { app.isNamed(by: $0) }
  }

  /// Where a rule stands in the file.
  package func location(of rule: LinkRule) -> SourceLocation { lines.location(of: rule.offset) }
}

/// An entry of `details`: apps, and the rules that say which URLs they open.
package struct AppLinkDetail: Sendable {
  /// Where it stands, such as `applinks.details[0]`.
  package let subject: String
  /// The identifiers of its apps.
  package let applications: [String]
  /// Its rules in the order in which they are tried.
  package let rules: [LinkRule]
}
