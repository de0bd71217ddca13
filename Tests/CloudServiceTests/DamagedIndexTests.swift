import FresnelEngine
import Foundation
import PublicIndex
import Testing
import WebServing

@testable import CloudService

@Suite("An index that is damaged")
struct DamagedIndexTests {
  private static let questions = ["pasta", "pasta 7", "words", "soup 3", "bread", "42"].map {
    Question($0, limit: 50)
  }

  /// An index of three segments in a directory that is removed afterwards.
  private func withSegments(
    _ body: (_ directory: URL, _ segments: [String]) async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "damaged-index-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    for (number, name) in ["Pasta", "Soup", "Bread"].enumerated() {
      let store = try Store.open(
        at: directory.path,
        options: StoreOptions(mergesInBackground: false, closingFlushByteCount: 0))
      let pages = (0..<150).map {
        ServiceFixture.page(
          "https://\(name.lowercased()).example/\($0)", title: "\(name) \($0)",
          text: "Words of page \($0) in part \(number).")
      }
      try await ServiceFixture.put(pages, into: store)
      store.close()
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    let segments = names.filter { $0.hasPrefix("segment-") }.sorted()
    try #require(segments.count == 3)
    try await body(directory, segments)
  }

  private func flip(_ byte: Int, of file: URL) throws {
    var bytes = try Data(contentsOf: file)
    bytes[byte] ^= 0x10
    try bytes.write(to: file)
  }

  @Test("an answer that lacks pages says so, whichever byte of whichever segment is damaged")
  func partialAnswers() async throws {
    try await withSegments { directory, segments in
      func search(_ index: ServedIndex) -> IndexSearch {
        IndexSearch(of: index, apps: .none, seconds: 600)
      }
      let sound = ServedIndex(directory: directory.path)
      let whole = try Self.questions.map { try search(sound).answer(to: $0) }
      sound.close()
      #expect(whole.allSatisfy { !$0.isPartial && !$0.results.isEmpty })
      var (partialCount, refusedCount) = (0, 0)
      for segment in segments {
        let file = directory.appending(path: segment)
        let bytes = try Data(contentsOf: file)
        for part in 1..<16 {
          try flip(bytes.count * part / 16, of: file)
          let index = ServedIndex(directory: directory.path)
          for (question, whole) in zip(Self.questions, whole) {
            do throws(APIProblem) {
              let answer = try search(index).answer(to: question)
              if answer.isPartial { partialCount += 1 }
              let isWhole =
                answer.results.map(\.page.url) == whole.results.map(\.page.url)
                && answer.count == whole.count
              #expect(answer.isPartial || isWhole, "\(segment), part \(part), \(question.text)")
            } catch {
              #expect(error.status == 503 && error.title == "The index is damaged")
              refusedCount += 1
            }
          }
          index.close()
          try bytes.write(to: file)
        }
      }
      #expect(partialCount > 0 && refusedCount > 0)
    }
  }

  @Test("its health depends on what was examined, and not on what strangers ask")
  func health() async throws {
    try await withSegments { directory, segments in
      let file = directory.appending(path: segments[1])
      let bytes = try Data(contentsOf: file)
      let (start, later) = (ContinuousClock.now, ContinuousClock.now + .seconds(3_600))
      for part in 1..<8 {
        try bytes.write(to: file)
        let index = ServedIndex(directory: directory.path)
        defer { index.close() }
        let service = CloudService(index: index, settings: ServiceFixture.unlimited)
        func status(_ target: String) async -> Int {
          await service.answer(HTTPRequest(method: "GET", path: target)).status
        }
        #expect(await index.examineIfDue(at: start))
        #expect(await status("/healthz") == 200)
        #expect(index.state.concern == nil)
        // What opening has read stays in memory, so that it is only met with by a search.
        try flip(bytes.count * part / 8, of: file)
        let search = IndexSearch(of: index, apps: .none, seconds: 600)
        for question in Self.questions { _ = try? search.answer(to: question) }
        #expect(await status("/healthz") == 200)
        // A search may ask for an examination; nobody causes two in a row.
        #expect(await !index.examineIfDue(at: .now))
        let wasDue = await index.examineIfDue(at: later + ExaminationSchedule.interval)
        #expect(wasDue)
        #expect(index.state.damages.map(\.file) == [segments[1]])
        #expect(await status("/healthz") == 503)
        #expect(index.state.concern?.contains(segments[1]) == true)
      }
    }
  }

  @Test(
    "one that is damaged when the service starts is so without any question, until it is mended")
  func examined() async throws {
    for number in 0..<3 {
      for part in [1, 5, 11, 15] {
        try await withSegments { directory, segments in
          let file = directory.appending(path: segments[number])
          try flip(try Data(contentsOf: file).count * part / 16, of: file)
          let index = ServedIndex(directory: directory.path)
          defer { index.close() }
          await index.examineIfDue()
          #expect(index.state.damages.map(\.file) == [segments[number]])
          // What the next crawl does first.
          let store = try Store.open(at: directory.path)
          _ = await IndexExamination(of: store).mend()
          store.close()
          index.look()
          #expect(index.state.damages.isEmpty && index.state.concern == nil)
        }
      }
    }
  }
}

struct ExaminationScheduleTests {
  @Test("it is due at first, once a day, and after a pause where a search asked")
  func due() {
    var schedule = ExaminationSchedule()
    let start = ContinuousClock.now
    func begins(_ now: ContinuousClock.Instant) -> Bool { schedule.begin(at: now) }
    #expect(begins(start))
    #expect(!begins(start + ExaminationSchedule.interval * 2))
    schedule.finish(at: start)
    #expect(!begins(start + ExaminationSchedule.pause))
    schedule.ask()
    #expect(!begins(start + ExaminationSchedule.pause - .seconds(1)))
    #expect(begins(start + ExaminationSchedule.pause))
    // What a search meets with meanwhile may lie behind what was read.
    schedule.ask()
    let end = start + ExaminationSchedule.pause * 2
    schedule.finish(at: end)
    #expect(!begins(end))
    #expect(begins(end + ExaminationSchedule.pause))
    schedule.finish(at: end)
    #expect(!begins(end + ExaminationSchedule.interval - .seconds(1)))
    #expect(begins(end + ExaminationSchedule.interval))
  }

  @Test("however often is asked, little is read")
  func asked() {
    var schedule = ExaminationSchedule()
    let start = ContinuousClock.now
    var count = 0
    for second in 0..<86_400 {
      schedule.ask()
      let now = start + .seconds(second)
      if schedule.begin(at: now) {
        count += 1
        schedule.finish(at: now)
      }
    }
    #expect(count == 86_400 / 600)
  }
}
