internal import FresnelPlatform
internal import SpotlightWire

/// Decides which connections may stay, and whose turn it is to be greeted.
///
/// The person's own programs have slots of their own, which nobody else can fill. Among all others a slot goes to
/// whoever has fewest: first by control group, then by program, then by process. When there is no room, the
/// connection ends that its crowd can spare most: one that was not taken in before one that was, the largest crowd
/// before smaller ones, the longest idle before others. A registered app's connection is ended for another only when
/// its program has very many.
struct ConnectionSlots {
  /// What becomes of a connection that was just made.
  enum Arrival: Equatable {
    /// It is to be looked at and greeted. Another one ends instead, if there was no room.
    case greet(ending: UInt64?)
    /// It waits for its turn. Another one ends instead, if there was no room.
    case wait(ending: UInt64?)
    /// It is one too many.
    case refuse
  }

  /// How far a connection has come.
  private enum Phase: Equatable {
    case waiting, greeted
    case open(AppIdentity, isRegistered: Bool)
  }

  private struct Entry {
    let glance: PeerGlance
    var isOwn: Bool
    var phase = Phase.waiting
    /// Whether it was not greeted when it came.
    var hasWaited = false
    /// Grows with each use of any connection.
    var lastUse: UInt64
  }

  /// How many connections there are of a control group, a program and a process.
  private struct Counts {
    private var groups: [Int: Int] = [:]
    private var programs: [PeerGlance.Program?: Int] = [:]
    private var processes: [Int32: Int] = [:]
    private(set) var total = 0

    mutating func add(_ glance: PeerGlance, _ change: Int) {
      Self.change(&groups, glance.controlGroup, change)
      Self.change(&programs, glance.program, change)
      Self.change(&processes, glance.processIdentifier, change)
      total += change
    }

    private static func change<Key>(_ counts: inout [Key: Int], _ key: Key, _ change: Int) {
      let count = counts[key, default: 0] + change
      counts[key] = count == 0 ? nil : count
    }

    func ofGroup(_ glance: PeerGlance) -> Int { groups[glance.controlGroup] ?? 0 }
    func ofProgram(_ glance: PeerGlance) -> Int { programs[glance.program] ?? 0 }
    func ofProcess(_ glance: PeerGlance) -> Int { processes[glance.processIdentifier] ?? 0 }
  }

  /// Own programs and others have nothing to do with each other.
  private struct Lane {
    var all = Counts()
    var greeted = Counts()
    var waitingCount = 0
  }

  private let limits: ConnectionLimits
  private var entries: [UInt64: Entry] = [:]
  private var own = Lane()
  private var others = Lane()
  private var clock: UInt64 = 0
  /// How many connections of the person's own programs were not greeted when they came, of those that were taken in.
  private(set) var surfaceWaitCount = 0

  /// Makes slots that nobody has.
  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// How many connections have a slot or wait for one, apart from those that the daemon made itself.
  var count: Int { entries.count }

  /// Whether there is no room for one more, of the person's own programs or of others.
  func isFull(isOwn: Bool) -> Bool {
    lane(isOwn).all.total >= (isOwn ? limits.surfaceConnections : limits.connections)
  }

  // MARK: - Coming and going

  /// A connection was made.
  ///
  /// - Parameters:
  ///   - number: The connection.
  ///   - glance: Who made it, as far as that can be told at once.
  ///   - isOwn: Whether it is a program of the person's own.
  ///   - isBusy: Whether a connection waits for an answer.
  /// - Returns: What becomes of it.
  /// - Complexity: O(1), and O(*n*) in the number of connections when there is no room.
  mutating func arrive(
    _ number: UInt64, _ glance: PeerGlance, isOwn: Bool, isBusy: (UInt64) -> Bool
  ) -> Arrival {
    var ended: UInt64?
    if isFull(isOwn: isOwn) {
      // A program that has most of them gets no more, whatever they are; that costs nothing to find out.
      let isMost = !isOwn && others.all.ofProgram(glance) > limits.connections / 2
      guard !isMost, let victim = victim(isOwn: isOwn, for: glance, isBusy) else { return .refuse }
      // Whose turn it is then is looked at when that has ended.
      remove(victim)
      ended = victim
    }
    clock += 1
    entries[number] = Entry(glance: glance, isOwn: isOwn, lastUse: clock)
    change(isOwn) { lane in
      lane.all.add(glance, 1)
      lane.waitingCount += 1
    }
    if mayGreet(glance, isOwn: isOwn, beside: lane(isOwn).greeted) {
      beginGreeting(number)
      return .greet(ending: ended)
    }
    entries[number]?.hasWaited = true
    return .wait(ending: ended)
  }

  /// A connection has ended, maybe one that lost its slot before.
  ///
  /// - Returns: The connections whose turn it is to be looked at and greeted.
  mutating func leave(_ number: UInt64) -> [UInt64] {
    remove(number)
    return next(isOwn: true) + next(isOwn: false)
  }

  private mutating func remove(_ number: UInt64) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    change(entry.isOwn) { lane in
      lane.all.add(entry.glance, -1)
      if entry.phase == .greeted { lane.greeted.add(entry.glance, -1) }
      if entry.phase == .waiting { lane.waitingCount -= 1 }
    }
  }

  /// A connection was used.
  mutating func use(_ number: UInt64) {
    clock += 1
    entries[number]?.lastUse = clock
  }

  /// A program was taken for one of the person's own and is none: it has the slot of another, if there is room.
  ///
  /// - Returns: Whether there is, and the connections whose turn it is.
  mutating func makeOther(
    _ number: UInt64, isBusy: (UInt64) -> Bool
  ) -> (mayStay: Bool, ended: UInt64?, next: [UInt64]) {
    guard let entry = entries[number], entry.isOwn else { return (true, nil, []) }
    let next = leave(number)
    let arrival = arrive(number, entry.glance, isOwn: false, isBusy: isBusy)
    guard arrival != .refuse else { return (false, nil, next) }
    if entries[number]?.phase == .waiting { beginGreeting(number) }
    if case .greet(let ended) = arrival { return (true, ended, next) }
    if case .wait(let ended) = arrival { return (true, ended, next) }
    return (true, nil, next)
  }

  /// A connection was taken in.
  ///
  /// - Parameters:
  ///   - number: The connection.
  ///   - app: Whose it is.
  ///   - isRegistered: Whether the app has a manifest.
  ///   - isSurface: Whether it has turned out to be of a program of the person's own, whatever it was taken for.
  /// - Returns: Whether its app may have one more, and the connections whose turn it is to be greeted.
  mutating func open(
    _ number: UInt64, as app: AppIdentity, isRegistered: Bool, isSurface: Bool
  ) -> (isAdmitted: Bool, next: [UInt64]) {
    guard let entry = entries[number] else { return (true, []) }
    let count = entries.values.count { found in
      if case .open(app, _) = found.phase { return true }
      return false
    }
    // The person's own programs are limited all together.
    if !entry.isOwn, count >= limits.connectionsPerIdentity { return (false, []) }
    change(entry.isOwn) { lane in
      if entry.phase == .greeted { lane.greeted.add(entry.glance, -1) }
      if entry.phase == .waiting { lane.waitingCount -= 1 }
    }
    if isSurface, entry.hasWaited { surfaceWaitCount += 1 }
    entries[number]?.phase = .open(app, isRegistered: isRegistered)
    use(number)
    return (true, next(isOwn: entry.isOwn))
  }

  /// The connection that can be spared most, to free what all together have used up.
  func spare(isBusy: (UInt64) -> Bool) -> UInt64? { victim(isOwn: false, for: nil, isBusy) }

  // MARK: - Whose turn it is

  private func lane(_ isOwn: Bool) -> Lane { isOwn ? own : others }

  private mutating func change(_ isOwn: Bool, _ body: (inout Lane) -> Void) {
    if isOwn { body(&own) } else { body(&others) }
  }

  private func mayGreet(_ glance: PeerGlance, isOwn: Bool, beside greeted: Counts) -> Bool {
    guard greeted.ofProcess(glance) < limits.newConnectionsPerProcess else { return false }
    // Programs of the person's own are few, and may well all be one.
    if isOwn { return greeted.total < limits.newSurfaceConnections }
    return greeted.total < limits.newConnections
      && greeted.ofProgram(glance) < limits.newConnectionsPerProgram
      && greeted.ofGroup(glance) < limits.newConnectionsPerControlGroup
  }

  private mutating func beginGreeting(_ number: UInt64) {
    guard let entry = entries[number], entry.phase == .waiting else { return }
    entries[number]?.phase = .greeted
    use(number)
    change(entry.isOwn) { lane in
      lane.waitingCount -= 1
      lane.greeted.add(entry.glance, 1)
    }
  }

  /// Those whose turn has come.
  private mutating func next(isOwn: Bool) -> [UInt64] {
    var found: [UInt64] = []
    while let number = nextToGreet(isOwn: isOwn) {
      beginGreeting(number)
      found.append(number)
    }
    return found
  }

  /// The connection that is to be greeted next; `nil` when none waits that may be.
  private func nextToGreet(isOwn: Bool) -> UInt64? {
    let (greeted, waitingCount) = (lane(isOwn).greeted, lane(isOwn).waitingCount)
    guard waitingCount > 0 else { return nil }
    func rank(_ entry: Entry) -> (Int, Int, Int, UInt64) {
      (
        greeted.ofGroup(entry.glance), greeted.ofProgram(entry.glance),
        greeted.ofProcess(entry.glance), entry.lastUse
      )
    }
    // Lazy, since this is asked whenever a connection ends, which may be thousands of times in a second.
    let candidates = entries.lazy.filter {
      $0.value.isOwn == isOwn && $0.value.phase == .waiting
        && mayGreet($0.value.glance, isOwn: isOwn, beside: greeted)
    }
    return candidates.min { rank($0.value) < rank($1.value) }?.key
  }

  /// Whether a connection waits for its turn.
  func waits(_ number: UInt64) -> Bool { entries[number]?.phase == .waiting }

  /// A connection that was greeted and says nothing, to be ended for one of a smaller crowd that waits; `nil` when
  /// none is to.
  func silentVictim(for number: UInt64) -> UInt64? {
    guard let entry = entries[number], entry.phase == .waiting else { return nil }
    let greeted = lane(entry.isOwn).greeted
    let full = entry.isOwn ? limits.newSurfaceConnections : limits.newConnections
    guard greeted.total >= full, greeted.ofProcess(entry.glance) < limits.newConnectionsPerProcess
    else { return nil }
    let weight = (greeted.ofGroup(entry.glance), greeted.ofProgram(entry.glance))
    let candidates = entries.lazy.filter {
      $0.value.isOwn == entry.isOwn && $0.value.phase == .greeted
    }
    func rank(_ entry: Entry) -> (Int, Int, UInt64) {
      (greeted.ofGroup(entry.glance), greeted.ofProgram(entry.glance), .max - entry.lastUse)
    }
    guard let victim = candidates.max(by: { rank($0.value) < rank($1.value) }) else { return nil }
    if entry.isOwn { return victim.key }
    let crowd = rank(victim.value)
    return (crowd.0, crowd.1) > (weight.0 + 1, weight.1 + 1) ? victim.key : nil
  }

  /// Who ends when there is no room for one more; `nil` when it is the new one.
  private func victim(
    isOwn: Bool, for glance: PeerGlance?, _ isBusy: (UInt64) -> Bool
  ) -> UInt64? {
    let counts = lane(isOwn).all
    func rank(_ number: UInt64, _ entry: Entry) -> (Int, Int, Int, UInt64)? {
      let state: Int
      switch entry.phase {
      case .waiting, .greeted: state = 2
      case .open(_, let isRegistered):
        let isCrowd = counts.ofProgram(entry.glance) > limits.connectionsPerIdentity / 2
        guard isOwn || !isRegistered || isCrowd else { return nil }
        state = isBusy(number) ? 0 : 1
      }
      return (
        state, counts.ofProgram(entry.glance), counts.ofGroup(entry.glance), .max - entry.lastUse
      )
    }
    var best: (number: UInt64, entry: Entry, rank: (Int, Int, Int, UInt64))?
    for (number, entry) in entries where entry.isOwn == isOwn {
      guard let rank = rank(number, entry) else { continue }
      if best.map({ $0.rank < rank }) ?? true { best = (number, entry, rank) }
    }
    guard let best else { return nil }
    if let glance, !isOwn {
      // A crowd does not make room for itself, nor a smaller one for a larger.
      let (crowd, its) = (
        (counts.ofProgram(glance), counts.ofGroup(glance)), (best.rank.1, best.rank.2)
      )
      if crowd > its || (crowd == its && best.entry.glance.program == glance.program) {
        return nil
      }
    }
    return best.number
  }
}
