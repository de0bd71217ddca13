/// What came of checking a signed association file, which another process may have checked.
package struct SignedFile: Equatable, Sendable {
  /// The host that it was served for, in ASCII.
  package let host: String
  /// The JSON in it, or why it is refused.
  package let content: Result<[UInt8], SignedAssociation.Failure>

  /// Checks a file in this process.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - host: The host that it was served for, in ASCII.
  ///   - roots: The trusted certificates in PEM; `nil` for those of the system.
  ///   - now: The time, in seconds since 1970.
  package init(_ bytes: [UInt8], host: String, roots: [UInt8]? = nil, now: Int64) {
    self.host = host
    content = Result { () throws(SignedAssociation.Failure) in
      try SignedAssociation.open(bytes, host: host, roots: roots, now: now)
    }
  }

  // MARK: - Between processes

  /// Why files are refused, by the number that one process tells the other; 0 is a file that is not. The names of
  /// hosts go as text.
  private static let failures: [SignedAssociation.Failure] = [
    .notDER, .syntax, .noContent, .digestWeak, .signatureInvalid, .signerUntrusted, .signerWeak,
    .signerExpired, .unavailable,
  ]

  /// What one process tells another: a number, and the content or the names of hosts.
  package var parts: (number: UInt8, bytes: [UInt8]) {
    switch content {
    case .success(let bytes): (0, bytes)
    case .failure(.signerHostMismatch(let names)):
      (UInt8(Self.failures.count + 1), Array(names.utf8))
    case .failure(let failure):
      (UInt8((Self.failures.firstIndex(of: failure) ?? Self.failures.count - 1) + 1), [])
    }
  }

  /// Reads what another process tells; `nil` for what makes no sense.
  package init?(_ number: UInt8, _ bytes: [UInt8], host: String) {
    self.host = host
    switch Int(number) {
    case 0: content = .success(bytes)
    case 1...Self.failures.count: content = .failure(Self.failures[Int(number) - 1])
    case Self.failures.count + 1:
      let names = String(decoding: bytes.prefix(256), as: UTF8.self)
      content = .failure(.signerHostMismatch(names: names))
    default: return nil
    }
  }
}
