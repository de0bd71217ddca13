internal import FresnelPlatform

extension NetworkAddress {
  /// Whether only this machine reaches it.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }
}
