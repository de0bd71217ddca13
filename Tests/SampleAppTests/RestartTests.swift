import CoreSpotlight
import SampleConnection
import Testing

@Suite("Restarting the sample app")
struct RestartTests {
  @Test("an app goes on after a restart where its client state says", .timeLimit(.minutes(30)))
  func clientStateAcrossRestart() async throws {
    let folder: String = SampleConnection.temporaryFolder()
    if SampleConnection.chosen == .daemon { SampleDaemon.start(in: folder) }
    defer {
      SampleDaemon.stop(in: folder)
      try? FileManager.default.removeItem(atPath: folder)
    }

    await #expect(processExitsWith: .success) { [folder = folder as String] in
      SampleConnection.use(folder, startingDaemon: false)
      let indexer = MailIndexer(indexName: "mail")
      let first = try await indexer.catchUp(to: 3)
      #expect(first == 1)
    }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      SampleConnection.use(folder, startingDaemon: false)
      let indexer = MailIndexer(indexName: "mail")
      let first = try await indexer.catchUp(to: 5)
      #expect(first == 4)
      let found = try await SampleAppTests.items("** == \"letter\"cdwt", ["pageCount", "authors"])
      #expect(Set(found.map(\.uniqueIdentifier)).count == 5)
      #expect(found.first?.attributeSet.authors?.first?.displayName == "Åsa Öberg")
    }
  }
}
