internal import SpotlightWire

/// The protection classes that can be locked, and the connections that lead to them.
struct ChannelTable: Sendable {
  /// A connection to a class.
  enum Channel: Sendable {
    /// It is being asked for, or begun.
    case opening([ServiceConnection.LinkBody], Link?)
    /// There is one.
    case open(Link)
    /// The class needs none for now, or cannot be reached.
    case absent(ServiceError)
  }

  /// What the service told of the classes; those that it did not tell of are open, and need no
  /// connection of their own.
  var conditions: [ClassCondition] = []
  /// The connections that were asked for.
  var channels: [ProtectionClass: Channel] = [:]

  /// The classes that a search has to ask on connections of their own.
  var searched: [ProtectionClass] {
    conditions.filter { $0.protection.isLockable && $0.state == .open }.map(\.protection)
  }

  /// The connections that there are.
  var links: [Link] {
    channels.values.compactMap { channel in
      switch channel {
      case .open(let link), .opening(_, let link?): link
      default: nil
      }
    }
  }

  /// The class to which a connection leads.
  func protection(of link: Link) -> ProtectionClass? {
    channels.first { _, channel in
      switch channel {
      case .open(link), .opening(_, link): true
      default: false
      }
    }?.key
  }
}
