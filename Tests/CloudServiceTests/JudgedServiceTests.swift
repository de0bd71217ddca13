import Crawler
import Foundation
import FresnelEngine
import FresnelModel
import FresnelTestSupport
import PublicIndex
import Testing

@testable import CloudService

/// Judged collections as pages of a crawl, asked for over the network; they are large, so that they are looked at where
/// `FRESNEL_JUDGED` names their folders, with a colon between two.
///
/// The collections have no links. They are made: pages lie on 40 sites and refer to earlier ones, as papers do.
@Suite("How good the order of /v1/search is")
struct JudgedServiceTests {
  private struct Document: Decodable {
    let id: String
    let title: String?
    let text: String?
    let keywords: Texts?
    let authors: Texts?

    /// All but the title.
    var body: String {
      ([text ?? ""] + (keywords?.texts ?? []) + (authors?.texts ?? []))
        .joined(separator: " ")
    }

    var words: [Substring] {
      ((title ?? "") + " " + body).lowercased().split { !$0.isLetter }
    }
  }

  /// One text or several.
  private struct Texts: Decodable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }
  }

  /// What pages refer to.
  private enum References: String, CaseIterable {
    /// Nothing, so that nothing is known of their reputation.
    case none
    /// The five earlier pages of other sites that have most of their rare words.
    case alike
    /// Any five earlier pages of other sites.
    case any
  }

  /// So many sites, and so many references of a page.
  private static let siteCount = 40
  private static let referenceCount = 5

  @Test(
    "reputation by made links changes the order little",
    .enabled(if: ProcessInfo.processInfo.environment["FRESNEL_JUDGED"] != nil),
    arguments: (ProcessInfo.processInfo.environment["FRESNEL_JUDGED"] ?? "").split(separator: ":"))
  func judged(folder: Substring) async throws {
    let folder = URL(filePath: String(folder))
    let documents = try String(contentsOf: folder.appending(path: "docs.jsonl"), encoding: .utf8)
      .split(separator: "\n").map { try JSONDecoder().decode(Document.self, from: Data($0.utf8)) }
    let questions = try table(folder.appending(path: "queries.tsv"))
    var grades: [String: [String: Double]] = [:]
    for row in try table(folder.appending(path: "qrels.tsv")) {
      grades[row[0], default: [:]][row[1]] = Double(row[2])
    }
    for references in References.allCases {
      try await ServiceFixture.serving([]) { fixture in
        try await fill(fixture, documents, references)
        #expect(fixture.index.look())
        var gains: [Double] = []
        for row in questions {
          let text = row[1].addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
          let found = try await fixture.urls("/v1/search?q=\(text)").map {
            String($0.split(separator: "/").last ?? "")
          }
          if let gain = RankingQuality.discountedGain(of: found, grades: grades[row[0]] ?? [:]) {
            gains.append(gain)
          }
        }
        let mean = gains.reduce(0, +) / Double(gains.count)
        print("\(folder.lastPathComponent), references \(references): nDCG@10 \(mean)")
        #expect(mean > 0.35)
      }
    }
  }

  private func address(_ place: Int, _ document: Document) -> String {
    "https://site\(place % Self.siteCount).example/\(document.id)"
  }

  /// Makes a crawl of the documents and brings the index of a service into step with it.
  private func fill(
    _ fixture: ServiceFixture, _ documents: [Document], _ references: References
  ) async throws {
    let path = fixture.directory.path + "-crawl.sqlite"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let crawl = try SQLiteCrawlStore(path: path)
    let hosts = try (0..<Self.siteCount).map { number in
      let site = try crawl.save(SiteRecord(domain: "site\(number).example"))
      return (
        site, try crawl.save(HostRecord(origin: "https://site\(number).example", site: site))
      )
    }
    var pages: [Int64] = []
    for (place, document) in documents.enumerated() {
      let (site, host) = hosts[place % Self.siteCount]
      let url = address(place, document)
      var page = PageRecord(key: url, url: url, host: host, site: site, depth: 0)
      page.isIndexable = true
      page.contentHash = UInt64(place)
      pages.append(try crawl.save(page))
      let item = ServiceFixture.page(
        url, title: document.title ?? "", text: document.body)
      try crawl.setContent(ItemCodec.encode(item), ofPage: pages[place])
    }
    for (place, targets) in links(documents, references).enumerated() where !targets.isEmpty {
      try crawl.setLinks(
        targets.map { LinkRecord(source: pages[place], target: pages[$0], weight: 1) },
        ofPage: pages[place])
    }
    let store = try Store.open(at: fixture.directory.path)
    defer { store.close() }
    let summary = try await PublicIndexUpdate(of: store).run(from: SQLiteCrawlStore(path: path))
    #expect(summary.written == documents.count)
  }

  /// The places of the pages that each page refers to.
  private func links(_ documents: [Document], _ references: References) -> [[Int]] {
    var generator = SeededGenerator(seed: 7)
    var known: [Substring: [Int]] = [:]
    return documents.indices.map { place in
      let words = Set(documents[place].words)
      defer { for word in words { known[word, default: []].append(place) } }
      func isOther(_ target: Int) -> Bool { target % Self.siteCount != place % Self.siteCount }
      switch references {
      case .none: return []
      case .any:
        guard place > 0 else { return [] }
        let targets = (0..<Self.referenceCount).map { _ in
          Int.random(in: 0..<place, using: &generator)
        }
        return Set(targets.filter(isOther)).sorted()
      case .alike:
        var sums: [Int: Double] = [:]
        for word in words {
          guard let targets = known[word], targets.count <= 50 else { continue }
          for target in targets where isOther(target) {
            sums[target, default: 0] += log(Double(documents.count) / Double(targets.count))
          }
        }
        return sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .prefix(Self.referenceCount).map(\.key)
      }
    }
  }

  private func table(_ file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
