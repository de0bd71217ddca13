internal import CPlatform

/// Sends single messages to a service that waits for them, as systemd and its journal do.
package enum DatagramSocket {
  /// Sends a message, without waiting for room.
  ///
  /// - Parameters:
  ///   - message: The bytes, which arrive together or not at all.
  ///   - path: Where the service listens; one that begins with `@` is a name that no file has.
  /// - Throws: ``SystemError``: ``SystemError/Code/notFound`` or
  ///   ``SystemError/Code/connectionRefused`` when nobody listens there,
  ///   ``SystemError/Code/wouldBlock`` when too much waits, ``SystemError/Code/messageTooLong``.
  package static func send(_ message: [UInt8], to path: String) throws(SystemError) {
    _ = try retrying("sendto", path) {
      fresnel_datagram_send(path, message, message.count)
    }
  }
}
