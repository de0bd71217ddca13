import Foundation
import FresnelModel
import Testing

@testable import PublicIndex

/// Judged collections as pages; they are large, so that they are looked at where `FRESNEL_JUDGED` names their
/// folders, with a colon between two.
struct JudgedSearchTests {
  private struct Document: Decodable {
    let id: String
    let title: String?
    let text: String?
    let keywords: Texts?
    let authors: Texts?
  }

  /// One text or several.
  private struct Texts: Decodable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["FRESNEL_JUDGED"] != nil),
    arguments: (ProcessInfo.processInfo.environment["FRESNEL_JUDGED"] ?? "").split(separator: ":"))
  func wordsAloneOrderAsWellAsTheBestLibraries(folder: Substring) async throws {
    let folder = URL(filePath: String(folder))
    let fixture = try PublicIndexFixture()
    let lines = try String(contentsOf: folder.appending(path: "docs.jsonl"), encoding: .utf8)
    let documents = try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Document.self, from: Data($0.utf8))
    }
    for start in stride(from: 0, to: documents.count, by: 1_000) {
      try await fixture.put(
        documents[start..<min(start + 1_000, documents.count)].map { document in
          let more = (document.keywords?.texts ?? []) + (document.authors?.texts ?? [])
          return PublicIndexFixture.page(
            document.id, title: document.title ?? "",
            text: ([document.text ?? ""] + more).joined(separator: " "))
        })
    }
    let questions = try table(folder.appending(path: "queries.tsv"))
    var grades: [String: [String: Double]] = [:]
    for row in try table(folder.appending(path: "qrels.tsv")) {
      grades[row[0], default: [:]][row[1]] = Double(row[2])
    }
    var gains: [Double] = []
    let clock = ContinuousClock()
    var times: [Duration] = []
    for row in questions {
      var answers: [String] = []
      try times.append(clock.measure { answers = try fixture.answers(Question(row[1])) })
      if let gain = RankingQuality.discountedGain(of: answers, grades: grades[row[0]] ?? [:]) {
        gains.append(gain)
      }
    }
    let mean = gains.reduce(0, +) / Double(gains.count)
    print(
      "\(folder.lastPathComponent): nDCG@10 \(mean) over \(gains.count) questions, median time",
      times.sorted()[times.count / 2])
    #expect(mean > 0.4)
  }

  private func table(_ file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
