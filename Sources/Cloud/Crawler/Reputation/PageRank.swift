/// The rank of every node of a graph: how often somebody is there who follows links by chance and starts anew now and
/// then.
///
/// rank = (1 - damping) t + damping (P' rank + what nodes without links hold x t), with t the teleport vector: where
/// one starts.
package struct PageRank: Sendable {
  /// How ranks are worked out.
  package struct Options: Sendable {
    /// How likely it is that a link is followed.
    package var damping = 0.85
    /// The change of all ranks together in one round at which it ends. A change of *c* leaves an error of at most
    /// *c* damping / (1 - damping).
    package var tolerance = 1e-11
    /// The most rounds.
    package var roundLimit = 300

    /// The usual ones.
    package init() {}
  }

  /// The ranks, which sum up to 1 when there is a node.
  package let ranks: [Double]
  /// How many rounds it took.
  package let roundCount: Int

  /// Works out ranks.
  ///
  /// - Parameters:
  ///   - graph: Who links to whom.
  ///   - teleport: Where one starts, for each node; scaled to a sum of 1. What is negative or no number counts as 0;
  ///     where nothing is left, or the count is not that of the nodes, one starts anywhere.
  ///   - start: Ranks to begin with, such as those of before a change, in which case it takes few rounds; the
  ///     teleport vector where there are none. Ranks of nodes that cannot be reached fade only then.
  ///   - options: How.
  package init(
    of graph: LinkGraph, teleport: [Double]? = nil, from start: [Double]? = nil,
    options: Options = Options()
  ) {
    let count = graph.nodeCount
    guard count > 0 else {
      ranks = []
      roundCount = 0
      return
    }
    let even = [Double](repeating: 1 / Double(count), count: count)
    let teleport = Self.scaled(teleport, count: count) ?? even
    var ranks = Self.scaled(start, count: count) ?? teleport
    var shares = [Double](repeating: 0, count: count)
    var fresh = shares
    var rounds = 0
    while rounds < options.roundLimit {
      rounds += 1
      let change = Self.round(
        graph, teleport, damping: options.damping, ranks: ranks, shares: &shares, into: &fresh)
      swap(&ranks, &fresh)
      if change < options.tolerance { break }
    }
    self.ranks = ranks
    roundCount = rounds
  }

  /// One round; returns how much all ranks changed together.
  private static func round(
    _ graph: LinkGraph, _ teleport: [Double], damping: Double, ranks: [Double],
    shares: inout [Double], into fresh: inout [Double]
  ) -> Double {
    // What one unit of weight of a node's links passes on.
    var held = 0.0
    for node in ranks.indices {
      let given = graph.given[node]
      if given > 0 {
        shares[node] = ranks[node] / given
      } else {
        shares[node] = 0
        held += ranks[node]
      }
    }
    let restart = (1 - damping) + damping * held
    var change = 0.0
    // The inner loop sees every link once in every round.
    shares.withUnsafeBufferPointer { shares in
      graph.sources.withUnsafeBufferPointer { sources in
        graph.weights.withUnsafeBufferPointer { weights in
          var start = 0
          for node in ranks.indices {
            let end = graph.starts[node + 1]
            var sum = 0.0
            for link in start..<end { sum += shares[Int(sources[link])] * weights[link] }
            start = end
            let rank = restart * teleport[node] + damping * sum
            change += abs(rank - ranks[node])
            fresh[node] = rank
          }
        }
      }
    }
    return change
  }

  /// The vector with a sum of 1; `nil` where it has none.
  private static func scaled(_ vector: [Double]?, count: Int) -> [Double]? {
    guard let vector, vector.count == count else { return nil }
    let cleaned = vector.map { $0 > 0 && $0.isFinite ? $0 : 0 }
    let sum = cleaned.reduce(0, +)
    guard sum > 0, sum.isFinite else { return nil }
    return cleaned.map { $0 / sum }
  }
}
