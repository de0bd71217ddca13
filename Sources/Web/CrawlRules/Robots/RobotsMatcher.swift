/// The patterns of many rules in one: finds the first that fits a path in one pass over it.
///
/// What patterns begin with is one tree, the parts behind their wildcards are one automaton (Aho and Corasick). Each
/// pattern waits for the next of its parts only, taken where it stands first, so that no part is looked for twice.
struct RobotsMatcher: Sendable {
  /// What all patterns begin with.
  private let starts: ByteTree
  /// Of each node of ``starts`` the first pattern without wildcard that ends there, and the first whose end is that of
  /// the path.
  private let open: [Int32: Int32]
  private let closed: [Int32: Int32]
  /// Of each node of ``starts`` the patterns whose first wildcard stands there.
  private let wild: [Int32: [Int32]]
  /// The parts behind wildcards.
  private let parts: ByteTree
  private let links: ByteTree.Links
  /// The patterns with wildcards.
  private let patterns: [Wild]

  /// A pattern with a wildcard.
  private struct Wild: Sendable {
    /// Its place among all patterns.
    let rank: Int32
    /// The nodes of the parts that have to follow each other.
    let parts: [Int32]
    /// The node of the part that the path must end with; `nil` for none.
    let end: Int32?
  }

  private static let none = Int32.max

  /// What comes of comparing a path with all patterns.
  enum Fit: Equatable {
    /// The place of the first pattern that fits.
    case first(Int)
    /// None fits.
    case nothing
    /// Comparing was given up: too many parts that nobody waits for end all along the path.
    case unknown
  }

  /// So many parts that nobody waits for may end in a path, and so many for each of its bytes: parts that end alike
  /// are met together. Files that people write have a few at most, those that are made for it a thousand.
  private static let idleLimit = (inAll: 10_000, perByte: 32)

  /// Takes patterns together.
  ///
  /// - Parameter all: The patterns, the first choice first.
  /// - Complexity: O(*b*) in the bytes of all patterns.
  init(_ all: [RobotsPattern]) {
    var (starts, parts) = (ByteTree(), ByteTree())
    var (open, closed): ([Int32: Int32], [Int32: Int32]) = ([:], [:])
    var wild: [Int32: [Int32]] = [:]
    var patterns: [Wild] = []
    for (rank, pattern) in all.enumerated() {
      let node = starts.add(pattern.start)
      if pattern.hasWildcard {
        var rest = pattern.parts.map { parts.add($0) }
        let end = pattern.isAnchored ? rest.popLast() : nil
        if rest.last == 0 { rest.removeLast() }
        wild[node, default: []].append(Int32(patterns.count))
        patterns.append(Wild(rank: Int32(rank), parts: rest, end: end))
      } else if pattern.isAnchored {
        if closed[node] == nil { closed[node] = Int32(rank) }
      } else if open[node] == nil {
        open[node] = Int32(rank)
      }
    }
    self.starts = starts
    self.open = open
    self.closed = closed
    self.wild = wild
    var isPart = [Bool](repeating: false, count: parts.count)
    for pattern in patterns {
      for part in pattern.parts { isPart[Int(part)] = true }
      if let end = pattern.end { isPart[Int(end)] = true }
    }
    links = parts.links(toward: isPart)
    self.parts = parts
    self.patterns = patterns
  }

  /// How much memory it takes, in nodes.
  var weight: Int { starts.count + 2 * parts.count + patterns.count }

  /// The place of the first pattern that fits a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - work: Is raised by the steps that were taken.
  /// - Returns: The place among the patterns, if it is found out.
  /// - Complexity: O(*p* + *b*) in the lengths of the path and of all patterns, at worst. At one place of the path as
  ///   many parts can end as have different lengths, O(√*b*); it is given up where most of them are met in vain.
  func first(fitting path: RobotsPath, work: inout Int) -> Fit {
    let bytes = path.bytes
    var best = Self.none
    var waiting = Waiting(patterns.count)
    var (start, state): (Int32?, Int32) = (0, 0)
    var idle = 0
    let mostIdle = Self.idleLimit.inAll + Self.idleLimit.perByte * bytes.count
    /// Patterns of which nothing is left but the end of the path.
    var ending: [(pattern: Int32, from: Int)] = []

    /// Has a pattern wait for its next part from a place on.
    func advance(_ pattern: Int32, at place: Int) {
      let known = patterns[Int(pattern)]
      guard known.rank < best else { return }
      let stage = Int(waiting.stages[Int(pattern)])
      if stage < known.parts.count {
        let part = known.parts[stage]
        waiting.add(pattern, for: part, from: place + Int(parts.depths[Int(part)]))
      } else if known.end != nil {
        ending.append((pattern, place))
      } else {
        best = known.rank
      }
      work += 1
    }
    func begin(at node: Int32, _ place: Int) {
      if let rank = open[node] { best = min(best, rank) }
      if place == bytes.count, let rank = closed[node] { best = min(best, rank) }
      for pattern in wild[node] ?? [] { advance(pattern, at: place) }
    }
    begin(at: 0, 0)
    for place in 1..<max(1, bytes.count + 1) {
      let byte = bytes[place - 1]
      work += 1
      if !patterns.isEmpty {
        state = parts.next(state, byte, links, work: &work)
        var node = state
        while node != 0 {
          work += 1
          idle += 1
          while let pattern = waiting.take(for: node, at: place) {
            idle -= 1
            waiting.stages[Int(pattern)] += 1
            advance(pattern, at: place)
          }
          node = links.ends[Int(node)]
        }
        if idle > mostIdle { return .unknown }
      }
      if let node = start.flatMap({ starts.child($0, byte) }) {
        start = node
        begin(at: node, place)
      } else {
        start = nil
      }
    }
    if !ending.isEmpty {
      // What the path ends with: the parts that end at its last byte.
      var ends: Set<Int32> = [0]
      var node = state
      while node != 0 {
        ends.insert(node)
        node = links.ends[Int(node)]
      }
      for (pattern, from) in ending {
        let known = patterns[Int(pattern)]
        guard known.rank < best, let end = known.end, ends.contains(end) else { continue }
        if bytes.count - from >= Int(parts.depths[Int(end)]) { best = known.rank }
      }
      work += ending.count
    }
    return best == Self.none ? .nothing : .first(Int(best))
  }

  /// The patterns that wait for a part, for each part those first that wait longest.
  private struct Waiting {
    /// How many parts of each pattern were found.
    var stages: [Int32]
    private var following: [Int32]
    private var froms: [Int]
    private var queues: [Int32: (first: Int32, last: Int32)] = [:]

    init(_ count: Int) {
      stages = [Int32](repeating: 0, count: count)
      following = [Int32](repeating: -1, count: count)
      froms = [Int](repeating: 0, count: count)
    }

    mutating func add(_ pattern: Int32, for part: Int32, from place: Int) {
      froms[Int(pattern)] = place
      following[Int(pattern)] = -1
      if let queue = queues[part] {
        following[Int(queue.last)] = pattern
        queues[part] = (queue.first, pattern)
      } else {
        queues[part] = (pattern, pattern)
      }
    }

    /// The next pattern that waits for a part that ends at a place, if it may end there.
    mutating func take(for part: Int32, at place: Int) -> Int32? {
      guard let queue = queues[part], froms[Int(queue.first)] <= place else { return nil }
      let next = following[Int(queue.first)]
      queues[part] = next < 0 ? nil : (next, queue.last)
      return queue.first
    }
  }
}
