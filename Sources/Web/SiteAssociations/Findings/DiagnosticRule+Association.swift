public import WebDocuments

extension DiagnosticRule {
  /// All rules for association files, the apps that they name, and the statements of asset links.
  public static let association: [DiagnosticRule] =
    associationServing + associationDocument + associationSignature + associationApps + assetLinks
}

/// The addresses of the public rules.
enum AssociationReference {
  static let applinks = "https://developer.apple.com/documentation/bundleresources/applinks"
  static let domains =
    "https://developer.apple.com/documentation/xcode/supporting-associated-domains"
  static let entitlement =
    "https://developer.apple.com/documentation/bundleresources/entitlements/"
    + "com.apple.developer.associated-domains"
  static let guide =
    "https://developer.apple.com/library/archive/documentation/General/Conceptual/AppSearch/"
    + "UniversalLinks.html"
  static let json = "https://www.rfc-editor.org/rfc/rfc8259"
  static let cms = "https://www.rfc-editor.org/rfc/rfc5652"
  static let assetLinks = "https://developers.google.com/digital-asset-links/v1/statements"
}
