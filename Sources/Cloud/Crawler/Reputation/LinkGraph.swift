/// Who links to whom, as flat arrays: for each node the nodes that link to it.
///
/// A link of a node to itself is no vote and is dropped. Several links from one node to another are one, with the
/// highest of their weights. A link of weight 0 endorses nothing and is dropped. What a node gives is split among its
/// links by their weights.
package struct LinkGraph: Sendable {
  /// A link between nodes, which are numbers from 0.
  package struct Link: Hashable, Sendable {
    /// The node that has the link.
    package let source: UInt32
    /// The node that it leads to.
    package let target: UInt32
    /// How much it counts, from 0 on; anything else that a number can be counts as 0.
    package let weight: Double

    /// Makes a link.
    package init(_ source: UInt32, _ target: UInt32, weight: Double = 1) {
      self.source = source
      self.target = target
      self.weight = weight
    }
  }

  /// How many nodes there are.
  package let nodeCount: Int
  /// Where the links to each node begin in ``sources``; one more entry for the end.
  let starts: [Int]
  /// The nodes that the links come from, by the nodes that they lead to, ascending.
  let sources: [UInt32]
  /// The weight of each link.
  let weights: [Double]
  /// The sum of the weights of a node's links; 0 for one that links to nobody.
  let given: [Double]

  /// How many links there are.
  package var linkCount: Int { sources.count }

  /// Makes a graph.
  ///
  /// - Parameters:
  ///   - nodeCount: How many nodes there are.
  ///   - links: The links, in any order; those of nodes that are not there are left out.
  /// - Complexity: O(*n* + *m*), and what sorting the links to each node takes.
  package init(nodeCount: Int, links: [Link]) {
    self.nodeCount = nodeCount
    let nodes = UInt32(clamping: nodeCount)
    func counts(_ link: Link) -> Bool {
      link.source != link.target && link.source < nodes && link.target < nodes
        && link.weight > 0 && link.weight.isFinite
    }
    // Dealt out by target, then sorted and freed of repetitions target by target.
    var places = [Int](repeating: 0, count: nodeCount + 1)
    for link in links where counts(link) { places[Int(link.target) + 1] += 1 }
    for node in 0..<nodeCount { places[node + 1] += places[node] }
    var dealt = [(source: UInt32, weight: Double)](
      repeating: (0, 0), count: places[nodeCount])
    var next = places
    for link in links where counts(link) {
      dealt[next[Int(link.target)]] = (link.source, link.weight)
      next[Int(link.target)] += 1
    }
    var starts = [0]
    starts.reserveCapacity(nodeCount + 1)
    var sources: [UInt32] = []
    sources.reserveCapacity(dealt.count)
    var weights: [Double] = []
    weights.reserveCapacity(dealt.count)
    var given = [Double](repeating: 0, count: nodeCount)
    for node in 0..<nodeCount {
      let range = places[node]..<places[node + 1]
      if range.count > 1 {
        dealt[range].sort {
          $0.source != $1.source ? $0.source < $1.source : $0.weight > $1.weight
        }
      }
      var last: UInt32?
      for (source, weight) in dealt[range] where source != last {
        sources.append(source)
        weights.append(weight)
        given[Int(source)] += weight
        last = source
      }
      starts.append(sources.count)
    }
    self.starts = starts
    self.sources = sources
    self.weights = weights
    self.given = given
  }

  /// The nodes that link to a node, with the weights of their links, ascending.
  package func links(to node: Int) -> some Sequence<(source: UInt32, weight: Double)> {
    (starts[node]..<starts[node + 1]).lazy.map { (sources[$0], weights[$0]) }
  }
}
