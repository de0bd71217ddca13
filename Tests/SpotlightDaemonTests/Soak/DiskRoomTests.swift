import FresnelEngine
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightService

@Suite("What is said of the room on a disk", .timeLimit(.minutes(30)))
struct DiskRoomTests {
  @Test("a disk that had no room for the last thing to be stored is full until something is stored")
  func lastAttempt() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let disk: SmallDisk
      do {
        disk = try SmallDisk(on: directory, mebibytes: 8)
      } catch is SmallDisk.NotPossibleHere {
        try Test.cancel("nothing can be mounted")
      }
      let now = Atomic<UInt64>(1)
      let room = DiskRoom { now.load(ordering: .relaxed) }
      // Some mebibytes are free, and a store keeps more than that.
      #expect(room.fullSentence(of: disk.pathFromOutside) == nil)
      room.note(StoreError(.writeFailed, "There is no room.", isDiskFull: true))
      now.wrappingAdd(3_600_000_000_000, ordering: .relaxed)
      let sentence = try #require(room.fullSentence(of: disk.pathFromOutside))
      #expect(sentence.contains("MB free") && sentence.contains("fresnel compact"), "\(sentence)")
      room.note(nil)
      #expect(room.fullSentence(of: disk.pathFromOutside) == nil)
    }
  }
}
