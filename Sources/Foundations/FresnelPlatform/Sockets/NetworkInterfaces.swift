internal import CPlatform

/// The addresses of this machine, and when they change.
package final class NetworkInterfaces: Sendable {
  /// The most addresses that are told.
  package static let limit = 32

  /// The addresses of all interfaces that are up, with port 0. Those of one link alone are left out, as they mean
  /// nothing elsewhere; those that only this machine reaches come last.
  package static var addresses: [NetworkAddress] {
    let addresses = [fresnel_network_address](unsafeUninitializedCapacity: limit) {
      $1 = max(0, Int(fresnel_network_own($0.baseAddress, limit)))
    }
    return addresses.map { NetworkAddress($0) }
  }

  private let descriptor: SharedDescriptor
  private let loop: EventLoop
  private let token: EventLoop.Token

  /// Watches the addresses until it is let go of.
  ///
  /// - Parameters:
  ///   - loop: Watches the socket by which the kernel tells.
  ///   - changed: Told on the loop's thread that an address came or went, or was renewed.
  /// - Throws: ``SystemError``.
  package init(
    on loop: EventLoop, changed: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let descriptor = SharedDescriptor(
      adopting: try retrying("bind", "netlink") { fresnel_network_watch() })
    self.descriptor = descriptor
    self.loop = loop
    token = try loop.add(descriptor.rawValue, for: .readable) { _ in
      fresnel_network_watched(descriptor.rawValue)
      changed()
    }
  }

  deinit {
    loop.remove(token)
  }
}
