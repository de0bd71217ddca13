import FresnelModel
import FresnelTestSupport
import Testing

@testable import Crawler

@Suite("Page rank")
struct PageRankTests {
  @Test("The table of known ranks is met to nine digits")
  func table() throws {
    let rows = try WebTestData.rows(of: "linkgraph/pagerank-facts.jsonl")
    #expect(rows.count >= 13)
    for row in rows {
      let names = try #require(row["nodes"]).elements.compactMap(\.string)
      let numbers = Dictionary(uniqueKeysWithValues: zip(names, UInt32(0)...))
      let links = try #require(row["edges"]).elements.map { edge in
        let parts = edge.elements
        return LinkGraph.Link(
          try #require(parts[0].string.flatMap { numbers[$0] }),
          try #require(parts[1].string.flatMap { numbers[$0] }),
          weight: parts.count > 2 ? number(parts[2]) : 1)
      }
      var teleport: [Double]?
      if case .object(let members)? = row["teleport"] {
        teleport = [Double](repeating: 0, count: names.count)
        for member in members {
          teleport?[Int(try #require(numbers[member.name]))] = number(member.value)
        }
      }
      var options = PageRank.Options()
      options.damping = number(try #require(row["damping"]))
      let ranks = PageRank(
        of: LinkGraph(nodeCount: names.count, links: links), teleport: teleport, options: options
      ).ranks
      let identifier = row["id"]?.string ?? ""
      let expected = try #require(row["rank"])
      for (name, rank) in zip(names, ranks) {
        let known = number(try #require(expected[name]))
        #expect(abs(rank - known) < 1e-9, "\(identifier): \(name)")
      }
    }
  }

  private func number(_ value: JSONValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: .nan
    }
  }

  /// Ranks by the formula, over a whole matrix.
  private func plainRanks(
    nodeCount: Int, links: [LinkGraph.Link], teleport: [Double], damping: Double
  ) -> [Double] {
    var weights = [[Double]](
      repeating: [Double](repeating: 0, count: nodeCount), count: nodeCount)
    for link in links where link.source != link.target {
      let (source, target) = (Int(link.source), Int(link.target))
      weights[source][target] = max(weights[source][target], link.weight)
    }
    var ranks = [Double](repeating: 1 / Double(nodeCount), count: nodeCount)
    for _ in 0..<250 {
      var next = teleport.map { $0 * (1 - damping) }
      for source in 0..<nodeCount {
        let sum = weights[source].reduce(0, +)
        for target in 0..<nodeCount {
          let share = sum > 0 ? weights[source][target] / sum : teleport[target]
          next[target] += damping * ranks[source] * share
        }
      }
      ranks = next
    }
    return ranks
  }

  @Test("Random graphs have the ranks of the formula", arguments: UInt64(1)...12)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 2 + random.below(30)
    let links = (0..<random.below(150)).map { _ in
      LinkGraph.Link(
        UInt32(random.below(count)), UInt32(random.below(count)),
        weight: [0, 0.25, 0.5, 1][random.below(4)])
    }
    let sites = (0..<count).map { _ in UInt32(random.below(5)) }
    let teleport = Teleport.perSite(sites)
    let graph = LinkGraph(nodeCount: count, links: links)
    let ranks = PageRank(of: graph, teleport: teleport).ranks
    let plain = plainRanks(nodeCount: count, links: links, teleport: teleport, damping: 0.85)
    for (rank, expected) in zip(ranks, plain) { #expect(abs(rank - expected) < 1e-9) }
    #expect(abs(ranks.reduce(0, +) - 1) < 1e-9)
    // The order of links does not count, nor do repetitions.
    let shuffled = LinkGraph(nodeCount: count, links: (links + links).reversed())
    #expect(PageRank(of: shuffled, teleport: teleport).ranks == ranks)
  }

  @Test("Ranks of before a change are a good begin")
  func incremental() {
    var random = SeededGenerator(seed: 7)
    var links = (0..<20_000).map { _ in
      LinkGraph.Link(UInt32(random.below(3000)), UInt32(random.below(3000)))
    }
    let before = PageRank(of: LinkGraph(nodeCount: 3000, links: links))
    links.append(LinkGraph.Link(1, 2))
    let graph = LinkGraph(nodeCount: 3000, links: links)
    let anew = PageRank(of: graph)
    let again = PageRank(of: graph, from: before.ranks)
    for (one, other) in zip(anew.ranks, again.ranks) { #expect(abs(one - other) < 1e-9) }
    #expect(again.roundCount < anew.roundCount)
  }

  @Test("Numbers that make no sense do no harm")
  func nonsense() {
    let graph = LinkGraph(
      nodeCount: 2,
      links: [
        LinkGraph.Link(0, 7), LinkGraph.Link(9, 1), LinkGraph.Link(0, 1, weight: -1),
        LinkGraph.Link(1, 0, weight: .nan), LinkGraph.Link(1, 0, weight: .infinity),
      ])
    #expect(graph.linkCount == 0)
    let vectors: [[Double]] = [[.nan, .infinity], [0, 0], [-1, -2], [1], []]
    for vector in vectors {
      #expect(PageRank(of: graph, teleport: vector, from: vector).ranks == [0.5, 0.5])
    }
    #expect(PageRank(of: LinkGraph(nodeCount: 0, links: [])).ranks.isEmpty)
  }
}
