public import WebDocuments

// The statements of asset links.

extension DiagnosticRule {
  /// The file is larger than is read.
  public static let assetLinksTooLarge = DiagnosticRule(
    code: "assetlinks-too-large", severity: .error,
    remedy: "Keep the file below 1 MiB, and put the rest into files that it includes.",
    reference: AssociationReference.assetLinks)

  /// The file is no JSON.
  public static let assetLinksSyntax = DiagnosticRule(
    code: "assetlinks-syntax", severity: .error,
    remedy: "Mend the JSON.",
    reference: AssociationReference.assetLinks)

  /// The file is no list.
  public static let assetLinksNotList = DiagnosticRule(
    code: "assetlinks-not-list", severity: .error,
    remedy: "Begin the file with [ and put the statements into the list.",
    reference: AssociationReference.assetLinks)

  /// The file states nothing.
  public static let assetLinksEmpty = DiagnosticRule(
    code: "assetlinks-empty", severity: .warning,
    remedy: "Add a statement, or remove the file.",
    reference: AssociationReference.assetLinks)

  /// A value is of another kind than it has to be.
  public static let assetLinksWrongType = DiagnosticRule(
    code: "assetlinks-wrong-type", severity: .error,
    remedy: "Write the kind of value that belongs there.",
    reference: AssociationReference.assetLinks)

  /// An inclusion names no file.
  public static let assetLinksInclude = DiagnosticRule(
    code: "assetlinks-include", severity: .error,
    remedy: "Write the https address of the other file.",
    reference: AssociationReference.assetLinks)

  /// A statement has no relation.
  public static let assetLinksRelationMissing = DiagnosticRule(
    code: "assetlinks-relation-missing", severity: .error,
    remedy: "Add relation, such as [\"delegate_permission/common.handle_all_urls\"].",
    reference: AssociationReference.assetLinks)

  /// A relation is of another form.
  public static let assetLinksRelation = DiagnosticRule(
    code: "assetlinks-relation", severity: .error,
    remedy: "Write a kind and a detail, such as delegate_permission/common.handle_all_urls.",
    reference: AssociationReference.assetLinks)

  /// A statement has no target.
  public static let assetLinksTargetMissing = DiagnosticRule(
    code: "assetlinks-target-missing", severity: .error,
    remedy: "Add target with a namespace.",
    reference: AssociationReference.assetLinks)

  /// A target is of no known kind.
  public static let assetLinksNamespace = DiagnosticRule(
    code: "assetlinks-namespace", severity: .error,
    remedy: "Write android_app or web.",
    reference: AssociationReference.assetLinks)

  /// A target names no package.
  public static let assetLinksPackage = DiagnosticRule(
    code: "assetlinks-package", severity: .error,
    remedy: "Add package_name, such as com.example.app.",
    reference: AssociationReference.assetLinks)

  /// A target has no fingerprint.
  public static let assetLinksFingerprintMissing = DiagnosticRule(
    code: "assetlinks-fingerprint-missing", severity: .error,
    remedy: "Add sha256_cert_fingerprints with the hash of the app's signing certificate.",
    reference: AssociationReference.assetLinks)

  /// A fingerprint is of another form.
  public static let assetLinksFingerprint = DiagnosticRule(
    code: "assetlinks-fingerprint", severity: .error,
    remedy: "Write the SHA-256 of the certificate as 32 bytes in base 16 with colons.",
    reference: AssociationReference.assetLinks)

  /// A target names no site.
  public static let assetLinksSite = DiagnosticRule(
    code: "assetlinks-site", severity: .error,
    remedy: "Write scheme and host of the site, such as https://www.example.com.",
    reference: AssociationReference.assetLinks)

  /// The rules of this file.
  static let assetLinks: [DiagnosticRule] = [
    .assetLinksTooLarge, .assetLinksSyntax, .assetLinksNotList, .assetLinksEmpty,
    .assetLinksWrongType, .assetLinksInclude, .assetLinksRelationMissing, .assetLinksRelation,
    .assetLinksTargetMissing, .assetLinksNamespace, .assetLinksPackage,
    .assetLinksFingerprintMissing, .assetLinksFingerprint, .assetLinksSite,
  ]
}
