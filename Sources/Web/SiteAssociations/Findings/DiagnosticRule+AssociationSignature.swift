public import WebDocuments

// The signed form.

extension DiagnosticRule {
  /// The signed file cannot be read.
  public static let associationCMSSyntax = DiagnosticRule(
    code: "cms-syntax", severity: .error,
    remedy: "Sign the file anew as CMS SignedData in DER, or serve plain JSON.",
    reference: AssociationReference.cms)

  /// The signed file holds a signature only.
  public static let associationCMSNoContent = DiagnosticRule(
    code: "no-content", severity: .error,
    remedy: "Sign with the JSON inside (openssl smime -sign -nodetach), or serve plain JSON.",
    reference: AssociationReference.cms)

  /// The signature is not of this content.
  public static let associationSignatureInvalid = DiagnosticRule(
    code: "signature-invalid", severity: .error,
    remedy: "Sign the file anew after each change, or serve plain JSON.",
    reference: AssociationReference.cms)

  /// The signer is not known.
  public static let associationSignerUntrusted = DiagnosticRule(
    code: "signer-untrusted", severity: .error,
    remedy: "Sign with a certificate of a known authority and include those "
      + "between, or serve plain JSON.",
    reference: AssociationReference.guide)

  /// The signer's certificate is not valid now.
  public static let associationSignerExpired = DiagnosticRule(
    code: "signer-expired", severity: .error,
    remedy: "Sign with a certificate that is valid now, or serve plain JSON.",
    reference: AssociationReference.guide)

  /// The signer's certificate is for other hosts.
  public static let associationSignerHost = DiagnosticRule(
    code: "signer-host-mismatch", severity: .error,
    remedy: "Sign with a certificate for this host, or serve plain JSON.",
    reference: AssociationReference.guide)

  /// The signed file is armoured text.
  public static let associationNotDER = DiagnosticRule(
    code: "not-der", severity: .error,
    remedy: "Write the signed file in DER (openssl smime -sign -outform DER), or "
      + "serve plain JSON.",
    reference: AssociationReference.guide)

  /// The rules of this file.
  static let associationSignature: [DiagnosticRule] = [
    .associationCMSSyntax, .associationCMSNoContent, .associationSignatureInvalid,
    .associationSignerUntrusted, .associationSignerExpired, .associationSignerHost,
    .associationNotDER,
  ]
}
