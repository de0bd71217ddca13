/// A signal to send, or the signals to listen for.
package struct BusSignal: Hashable, Sendable {
  /// Who sends the signals listened for; `nil` for anybody. Of no meaning when sending.
  package var sender: String?
  /// The object; `nil` to listen for those of all objects.
  package var path: String?
  /// The interface that the signal belongs to.
  package var interface: String
  /// The signal.
  package var member: String
  /// To listen only for those whose first argument is this text.
  package var firstArgument: String?

  /// Puts the parts together.
  package init(
    from sender: String? = nil, _ path: String?, _ interface: String, _ member: String,
    firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// The name of the bus itself.
  static let busName = "org.freedesktop.DBus"
  /// The object that the bus itself serves.
  static let busPath = "/org/freedesktop/DBus"

  /// Tells who has a name from now on: the name, the former owner, the new one.
  static func ownerChanges(of name: String) -> BusSignal {
    BusSignal(from: busName, busPath, busName, "NameOwnerChanged", firstArgument: name)
  }

  /// The name whose owner has to be known to tell whether a signal is from whom it should be.
  ///
  /// The bus sends on any signal that one process addresses to another, and sd-bus takes it for one of
  /// the sender in the match rule when that is a name that is not unique.
  var senderToVerify: String? {
    guard let sender, !sender.hasPrefix(":"), sender != Self.busName else { return nil }
    return sender
  }

  /// The match rule of the D-Bus specification, "Match Rules".
  ///
  /// - Throws: ``BusError`` with ``BusError/Code/malformed`` for a part that does not belong into one.
  func matchRule(isOnBus: Bool) throws(BusError) -> String {
    var rule = "type='signal'"
    // A process at the other end of a socket has no name, and its signals no sender.
    let parts = [
      ("sender", isOnBus ? sender : nil), ("path", path), ("interface", interface),
      ("member", member), ("arg0", firstArgument),
    ]
    for case (let key, let value?) in parts {
      let isPlain = value.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
      }
      guard isPlain else {
        throw BusError(.malformed, "A signal can't be listened for by the \(key) given.")
      }
      rule += ",\(key)='\(value)'"
    }
    return rule
  }
}
