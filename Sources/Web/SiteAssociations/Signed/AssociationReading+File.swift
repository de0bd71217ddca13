package import WebDocuments

extension AssociationReading {
  /// Reads an association file as a host served it: plain JSON, or the signed form.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - host: The host that it was served for, in ASCII: a signature has to be by its certificate.
  ///   - roots: The certificates that signatures are trusted by, in PEM; `nil` for those of the system.
  ///   - now: The time, in seconds since 1970.
  public init(_ bytes: [UInt8], host: String, roots: [UInt8]? = nil, now: Int64) {
    guard SignedAssociation.isSigned(bytes), bytes.count <= Self.sizeLimit else {
      self.init(bytes)
      return
    }
    self.init(SignedFile(bytes, host: host, roots: roots, now: now))
  }

  /// Reads what is in a signed file that was checked.
  package init(_ file: SignedFile) {
    switch file.content {
    case .success(let bytes): self.init(bytes)
    case .failure(let failure):
      self.init(failure: Diagnostic(failure.rule, failure.sentence(file.host)))
    }
  }
}

extension SignedAssociation.Failure {
  /// The rule that is broken.
  package var rule: DiagnosticRule {
    switch self {
    case .notDER: .associationNotDER
    case .syntax: .associationCMSSyntax
    case .noContent: .associationCMSNoContent
    case .signatureInvalid, .digestWeak: .associationSignatureInvalid
    case .signerUntrusted, .signerWeak, .unavailable: .associationSignerUntrusted
    case .signerExpired: .associationSignerExpired
    case .signerHostMismatch: .associationSignerHost
    }
  }

  fileprivate func sentence(_ host: String) -> String {
    switch self {
    case .notDER: "The file is armoured text (PEM), and has to be DER."
    case .syntax: "The file begins like a signed one and is no SignedData in DER."
    case .noContent: "The signed file holds a signature without the content."
    case .digestWeak:
      "The signature is made with a digest that can be forged, such as SHA-1; sign with SHA-256."
    case .signatureInvalid: "The signature does not belong to the content."
    case .signerUntrusted:
      "The certificate of the signer does not lead to an authority that is trusted."
    case .signerWeak:
      "A certificate of the signature can be forged: its key is short, or it is signed with SHA-1."
    case .signerExpired: "A certificate of the signature is not valid now."
    case .signerHostMismatch(let names):
      "The certificate of the signer is for \(names.isEmpty ? "no host" : Diagnostic.excerpt(names)), "
        + "and not for \(Diagnostic.excerpt(host))."
    case .unavailable: "The certificates of the system's authorities could not be read."
    }
  }
}
