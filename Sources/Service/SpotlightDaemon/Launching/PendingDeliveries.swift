internal import SpotlightWire

/// What is to be opened in apps that are being started: in memory, for a short while, and a few for each.
///
/// The first delivery of an app *leads*: it is its start that the others wait for, too. For one thread at a
/// time; moments are nanoseconds of a clock that only goes forward.
struct PendingDeliveries {
  /// The most deliveries of one app, and of all.
  static let appLimit = 4, limit = 32

  /// What becomes of a delivery that is added.
  enum Admission: Equatable {
    /// The app is to be started for it.
    case leads
    /// The app is on its way already.
    case joins
    /// There are too many.
    case isRefused
  }

  private struct Delivery {
    let number: UInt64
    let kind: ReceiveActivities.Kinds
    var deadline: UInt64
  }

  private struct Group {
    let leader: UInt64
    /// How the app is being started.
    var way: LaunchWay
    var deliveries: [Delivery] = []
  }

  private var groups: [AppIdentity: Group] = [:]

  /// Adds a delivery.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - kind: What a client has to take for it.
  ///   - app: Whose it is.
  ///   - way: How the app is started for it.
  ///   - deadline: When nothing is waited for any more.
  /// - Returns: Whether it leads.
  mutating func add(
    _ number: UInt64, _ kind: ReceiveActivities.Kinds, of app: AppIdentity, by way: LaunchWay,
    until deadline: UInt64
  ) -> Admission {
    let all = groups.values.reduce(0) { $0 + $1.deliveries.count }
    var group = groups[app] ?? Group(leader: number, way: way)
    guard all < Self.limit, group.deliveries.count < Self.appLimit else { return .isRefused }
    group.deliveries.append(Delivery(number: number, kind: kind, deadline: deadline))
    groups[app] = group
    return group.leader == number ? .leads : .joins
  }

  /// Whether a delivery that leads still waits.
  func isLed(_ app: AppIdentity, by leader: UInt64) -> Bool { groups[app]?.leader == leader }

  /// An app is started in another way than before.
  mutating func setWay(_ way: LaunchWay, of app: AppIdentity, ledBy leader: UInt64) {
    if isLed(app, by: leader) { groups[app]?.way = way }
  }

  /// A client of an app is there: takes out what it takes, in order, with the way in which the app was
  /// started.
  mutating func take(
    _ kinds: ReceiveActivities.Kinds, of app: AppIdentity
  ) -> [(number: UInt64, way: LaunchWay)] {
    guard var group = groups[app] else { return [] }
    let taken = group.deliveries.filter { kinds.isSuperset(of: $0.kind) }
    group.deliveries.removeAll { kinds.isSuperset(of: $0.kind) }
    groups[app] = group.deliveries.isEmpty ? nil : group
    return taken.map { ($0.number, group.way) }
  }

  /// The start failed for which deliveries wait: takes all of them out.
  mutating func removeAll(of app: AppIdentity, ledBy leader: UInt64) -> [UInt64] {
    guard isLed(app, by: leader) else { return [] }
    return groups.removeValue(forKey: app)?.deliveries.map(\.number) ?? []
  }

  /// The program that was started has ended in good order: another process has to ask soon.
  ///
  /// - Returns: Whether anything waits for that.
  mutating func hurry(
    _ app: AppIdentity, ledBy leader: UInt64, until deadline: UInt64
  ) -> Bool {
    guard isLed(app, by: leader), var group = groups[app] else { return false }
    for index in group.deliveries.indices {
      group.deliveries[index].deadline = min(
        group.deliveries[index].deadline, deadline)
    }
    groups[app] = group
    return true
  }

  /// Takes out what has waited too long.
  mutating func expire(at now: UInt64) -> [UInt64] {
    var expired: [UInt64] = []
    for (app, var group) in groups {
      expired += group.deliveries.filter { $0.deadline <= now }.map(\.number)
      group.deliveries.removeAll { $0.deadline <= now }
      groups[app] = group.deliveries.isEmpty ? nil : group
    }
    return expired.sorted()
  }
}
