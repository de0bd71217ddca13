import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import Synchronization
import Testing

@Suite("Store whose process is killed", .serialized)
struct StoreKillTests {
  /// Where the child writes and how far it got; the child tells by files in the directory.
  @Test(
    "what was acknowledged is there after kill -9, with its client state", .timeLimit(.minutes(1)))
  func killed() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-kill")
    defer { try? FileSystem.removeTree(directory) }
    for round in 0..<4 {
      let path = directory + "/\(round)"
      let killAfter = round * 13 + 5
      await #expect(processExitsWith: .signal(9)) {
        [path = path as String, killAfter = killAfter as Int] in
        let store = try Store.open(at: path)
        // Batches in flight at once, so that the kill falls among group commits.
        for number in 0..<200 {
          let items = try (0...1).map {
            try ItemCodec.encode(Item("\(number).\($0)", title: "batch \(number)"))
          }
          store.submit(
            Batch(scope: .notes, operations: [.put(items)], clientState: Array("\(number)".utf8))
          ) { error in
            if error == nil, number == killAfter { CurrentProcess.raise(.kill) }
          }
        }
        store.close()
      }
      let store = try Store.open(at: path)
      let snapshot = store.snapshot()
      let state = try #require(snapshot.clientState(of: .notes))
      let last = try #require(Int(String(decoding: state, as: UTF8.self)))
      #expect(last >= killAfter)
      let expected = (0...last).flatMap { ["\($0).0", "\($0).1"] }
      #expect(snapshot.identifiers() == expected)
      #expect(store.loss.extent == .none)
      store.close()
    }
  }
}
