internal import CSystemd

/// A message, given back at the end. To be used and given up under the connection's lock only, since
/// messages count references to their connection without one.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a message that came.
  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Begins a message.
  init(
    _ call: String, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(BusError) {
    var made: OpaquePointer?
    let status = make(&made)
    guard status >= 0, let made else { throw BusError(status: min(status, -1), call) }
    pointer = made
  }

  deinit {
    fresnel_bus_message_free(pointer)
  }

  /// The error that the message is, if it is one.
  var failure: BusError? {
    var text: UnsafePointer<CChar>?
    guard let name = fresnel_bus_failure(pointer, &text) else { return nil }
    let named = String(cString: name)
    return BusError(named: named, text.map { String(cString: $0) } ?? named)
  }

  /// The unique name of who sent it; `nil` where there is no bus.
  var sender: String? { fresnel_bus_sender(pointer).map { String(cString: $0) } }

  /// The object that is called, or that sent the signal.
  var path: String { fresnel_bus_path(pointer).map { String(cString: $0) } ?? "" }

  /// The method or signal.
  var member: String { fresnel_bus_member(pointer).map { String(cString: $0) } ?? "" }

  /// Whether its sender wants to know how a call ended.
  var wantsReply: Bool { fresnel_bus_wants_reply(pointer) != 0 }

  /// Has its memory overwritten when it is freed.
  func markSensitive() {
    _ = fresnel_bus_message_mark_sensitive(pointer)
  }
}
