internal import SpotlightWire

/// The protection classes that can be locked, and the connections that lead to them.
struct ChannelTable: Sendable {
  /// A connection to a class.
  enum Channel: Sendable {
    /// It is being asked for, or begun.
    case opening([ServiceConnection.LinkBody], Link?)
    /// There is one.
    case open(Link)
    /// There is none to be had until the class changes, or another service is connected to.
    case absent(ServiceError)
  }

  /// What the service told of the classes; those that it did not tell of are open, and need no
  /// connection of their own.
  private(set) var conditions: [ClassCondition] = []
  /// How often the service told of a class since its welcome.
  private(set) var changeCount = 0
  /// The connections that were asked for.
  var channels: [ProtectionClass: Channel] = [:]

  /// Begins anew with what the service tells in its welcome: another process may serve now, so nothing that
  /// was said of classes before holds. Connections end by themselves.
  mutating func begin(_ conditions: [ClassCondition]) {
    self.conditions = conditions
    channels = channels.filter { if case .absent = $0.value { false } else { true } }
  }

  /// Takes note of what the service tells of a class.
  mutating func note(_ condition: ClassCondition) {
    conditions.removeAll { $0.protection == condition.protection }
    conditions.append(condition)
    changeCount += 1
  }

  /// Whether the service has said that a class can be read.
  func isOpen(_ protection: ProtectionClass) -> Bool {
    conditions.contains { $0.protection == protection && $0.state == .open }
  }

  /// The classes that a search has to ask on connections of their own.
  var searched: [ProtectionClass] {
    conditions.filter { $0.protection.isLockable && $0.state == .open }.map(\.protection)
  }

  /// Where a query looks.
  struct Places: Sendable {
    /// Whether the service itself is asked.
    var isMain: Bool
    /// The classes that are asked on connections of their own.
    var channels: [ProtectionClass]
    /// Why nobody can be asked, where that is so and there may be items.
    var absence: ServiceError?
  }

  /// Where items of some classes are; `nil` for all classes. The service itself has all but those that can be
  /// locked, or all where it told of none.
  func places(of classes: [ProtectionClass]?) -> Places {
    guard let classes else { return Places(isMain: true, channels: searched) }
    let elsewhere = conditions.filter {
      $0.protection.isLockable && classes.contains($0.protection)
    }
    let channels = searched.filter { classes.contains($0) }
    if elsewhere.isEmpty || !Set(classes).isSubset(of: elsewhere.map(\.protection)) {
      return Places(isMain: true, channels: channels)
    }
    let isLocked = elsewhere.contains { $0.state == .locked }
    let isUnavailable = elsewhere.contains { $0.state == .unavailable }
    let absence: ServiceError? =
      if isLocked {
        ServiceError(.classLocked, "Items of the class can be read when the session is unlocked.")
      } else if isUnavailable {
        ServiceError(.unavailable, "The items of the class cannot be read now.")
      } else {
        nil
      }
    return Places(isMain: false, channels: channels, absence: absence)
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

  /// The connections that are ready.
  var openLinks: [Link] {
    channels.values.compactMap { if case .open(let link) = $0 { link } else { nil } }
  }

  /// Forgets a connection that was ready, and has ended.
  mutating func forget(_ link: Link) {
    channels = channels.filter { if case .open(link) = $0.value { false } else { true } }
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
