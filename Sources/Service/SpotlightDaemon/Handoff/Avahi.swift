internal import FresnelBus

/// The names and numbers of Avahi's interfaces on the machine's bus, as its daemon describes them.
enum Avahi {
  static let name = "org.freedesktop.Avahi"
  static let serverPath = "/"
  static let server = "org.freedesktop.Avahi.Server"
  static let group = "org.freedesktop.Avahi.EntryGroup"
  static let browser = "org.freedesktop.Avahi.ServiceBrowser"
  /// Stands for every interface of the network, and for both versions of the protocol.
  static let any = BusValue.int32(-1)
  /// The state of a server that has its host name, so that services may be announced.
  static let running: Int32 = 2
  /// The states of a group whose name somebody else has, or that failed.
  static let brokenGroup: ClosedRange<Int32> = 3...4
  /// Avahi answers at once, or after the five seconds in which it looks for an answer on the network.
  static let timeout = Duration.seconds(15)

  static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(to: name, serverPath, server, member, arguments)
  }
}

extension BusValue {
  /// The number, if it is one of 32 bits.
  var int32: Int32? {
    if case .int32(let value) = content { value } else { nil }
  }
}
