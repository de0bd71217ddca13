internal import CCrypto

/// An association file in the signed form of iOS 8: CMS SignedData in DER, with the JSON inside.
package enum SignedAssociation {
  /// Why a signed file is refused; the checks come in this order.
  package enum Failure: Error, Hashable, Sendable {
    /// It is armoured text and not DER.
    case notDER
    /// It is no SignedData in DER.
    case syntax
    /// It holds a signature and no content.
    case noContent
    /// A digest is one that can be forged, such as SHA-1.
    case digestWeak
    /// A digest or a signature is wrong.
    case signatureInvalid
    /// The chain of the signer's certificate does not end at a trusted root.
    case signerUntrusted
    /// A certificate of the chain can be forged: it has a short key or is signed with SHA-1.
    case signerWeak
    /// A certificate is not valid at the time.
    case signerExpired
    /// The signer's certificate is for other hosts: these, as far as they fit into 256 bytes.
    case signerHostMismatch(names: String)
    /// The trusted roots could not be read.
    case unavailable
  }

  /// Whether a file has the signed form, in DER or in the armour that is refused.
  package static func isSigned(_ bytes: [UInt8]) -> Bool {
    bytes.first == 0x30 || isArmoured(bytes)
  }

  /// Checks a signed file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - host: The host that it was served for, in ASCII.
  ///   - roots: The trusted certificates in PEM; `nil` for those of the system.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: The content.
  /// - Throws: ``Failure``, for the first thing that is wrong.
  package static func open(
    _ bytes: [UInt8], host: String, roots: [UInt8]? = nil, now: Int64
  ) throws(Failure) -> [UInt8] {
    guard !isArmoured(bytes) else { throw .notDER }
    var start: UnsafeMutablePointer<UInt8>?
    var count = 0
    var names = [CChar](repeating: 0, count: 256)
    let outcome =
      if let roots {
        fresnel_cms_open(
          bytes, bytes.count, roots, roots.count, host, now, &start, &count, &names, names.count)
      } else {
        fresnel_cms_open(
          bytes, bytes.count, nil, 0, host, now, &start, &count, &names, names.count)
      }
    defer { fresnel_cms_free(start) }
    switch outcome {
    case FRESNEL_CMS_VALID: return Array(UnsafeBufferPointer(start: start, count: count))
    case FRESNEL_CMS_SYNTAX: throw .syntax
    case FRESNEL_CMS_NO_CONTENT: throw .noContent
    case FRESNEL_CMS_WEAK_DIGEST: throw .digestWeak
    case FRESNEL_CMS_SIGNATURE: throw .signatureInvalid
    case FRESNEL_CMS_WEAK_CHAIN: throw .signerWeak
    case FRESNEL_CMS_UNTRUSTED: throw .signerUntrusted
    case FRESNEL_CMS_EXPIRED: throw .signerExpired
    case FRESNEL_CMS_HOST:
      let shown = names.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .signerHostMismatch(names: String(decoding: shown, as: UTF8.self))
    default: throw .unavailable
    }
  }

  private static func isArmoured(_ bytes: [UInt8]) -> Bool {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    return bytes.drop(while: isSpace).starts(with: "-----BEGIN ".utf8)
  }
}
