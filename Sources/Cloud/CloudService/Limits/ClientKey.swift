internal import FresnelPlatform
package import WebServing

/// Who asks, as far as limits tell people apart: an address of version 4, or the first half of one of version 6, of
/// which one person has many.
package struct ClientKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// The client of an address; what is no address is all one.
  package init(address: String) {
    guard let address = NetworkAddress(address, port: 0) else {
      bytes = []
      return
    }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    if address.bytes.count == 16, address.bytes.starts(with: mapped) {
      bytes = Array(address.bytes.suffix(4))
    } else {
      bytes = address.bytes.count == 16 ? Array(address.bytes.prefix(8)) : address.bytes
    }
  }

  /// The client of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isBehindProxy: Whether a proxy in front says in the last entry of `X-Forwarded-For` who asks. What clients write
  ///     there themselves comes before that.
  package init(of request: HTTPRequest, isBehindProxy: Bool) {
    guard isBehindProxy else {
      self.init(address: request.peer)
      return
    }
    let entry = request.headers.last { $0.isNamed("X-Forwarded-For") }
    let last = entry?.value.split(separator: ",").last?.filter { $0 != " " }
    self.init(address: last ?? request.peer)
  }
}
