import CIDN

extension WebURL {
  /// The domain under a public suffix that the host belongs to, such as `example.co.uk` for
  /// `www.example.co.uk`; `nil` when the host is an address, a public suffix itself, missing, or that of a scheme whose
  /// hosts need not be domains.
  public var registrableDomain: String? {
    marks.special == nil ? nil : host.flatMap { WebURL.registrableDomain(of: $0) }
  }

  /// The domain under a public suffix that a host belongs to, by the Public Suffix List.
  ///
  /// - Parameter host: A domain in ASCII or in Unicode. A dot at its end is ignored.
  /// - Returns: The end of the host in small letters; `nil` when the host is an IP address, a public suffix
  ///   itself, or no domain.
  public static func registrableDomain(of host: String) -> String? {
    var name = host.lowercased()
    if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
    let bytes = Array(name.utf8)
    guard let first = bytes.first, first != UInt8(ascii: "."),
      bytes.count <= DomainName.maximumLength,
      !bytes.contains(0), !bytes.contains(UInt8(ascii: ":")), !IPv4Address.isMeant(by: bytes[...])
    else { return nil }
    let offset = name.withCString { fresnel_registrable_domain($0) }
    return offset < 0 ? nil : String(decoding: bytes[Int(offset)...], as: UTF8.self)
  }
}
