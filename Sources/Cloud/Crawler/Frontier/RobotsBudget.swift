import CrawlRules

/// What comparing addresses with robots.txt may take, and what a host pays for it: a file that takes long is its
/// host's doing, and others don't wait for it.
enum RobotsBudget {
  /// The most steps of comparing after which no further address is looked at before others have their turn. A step
  /// takes some tens of nanoseconds.
  static let stepsAtOnce = 100_000
  /// So many steps cost the host a millisecond of waiting: some forty times as long as they take.
  private static let stepsPerMillisecond = 500
  /// So many bytes that are read cost the host a millisecond of waiting, for the same reason.
  private static let bytesPerMillisecond = 128
  /// The most that rules in memory weigh together.
  static let weightKept = 1_000_000

  /// How long a host waits after so many steps of comparing.
  static func pause(afterSteps steps: Int) -> Int64 { Int64(steps / stepsPerMillisecond) }

  /// How long a host waits after its file was read.
  static func pause(afterReading bytes: Int) -> Int64 { Int64(bytes / bytesPerMillisecond) }
}

/// The rules of hosts in memory. What does not stay is read again, so that none may push many others out.
struct RobotsCache {
  private var rules: [Int64: RobotsRules] = [:]
  private var weight = 0
  private let weightKept: Int
  private static let countKept = 500

  /// Makes an empty one.
  ///
  /// - Parameter weightKept: The most that all rules weigh together.
  init(weightKept: Int = RobotsBudget.weightKept) { self.weightKept = weightKept }

  /// The rules of a host; `nil` when they have to be read.
  subscript(host: Int64) -> RobotsRules? { rules[host] }

  /// Forgets the rules of a host.
  mutating func remove(_ host: Int64) {
    weight -= rules.removeValue(forKey: host)?.weight ?? 0
  }

  /// Keeps the rules of a host, if they fit. Too many hosts empty it; where all together are too heavy, the heaviest go,
  /// be it the new ones.
  mutating func keep(_ new: RobotsRules, of host: Int64) {
    remove(host)
    if rules.count >= Self.countKept { (rules, weight) = ([:], 0) }
    rules[host] = new
    weight += new.weight
    while weight > weightKept,
      let heaviest = rules.max(by: { ($0.value.weight, $0.key) < ($1.value.weight, $1.key) })
    {
      remove(heaviest.key)
    }
  }
}
