import Foundation
import FresnelPlatform
import FresnelTestSupport
import SpotlightSQLite
import Testing

@Suite("Synchronizing processes that are killed", .serialized)
struct SpotlightDatabaseKillTests {
  /// Set by `make torture` to a large number.
  private static let roundCount = Environment["FRESNEL_KILL_ROUNDS"].flatMap { Int($0) } ?? 24

  /// The program `sqlite-writer`, which is built next to the tests.
  private static func run(
    _ arguments: [String], in folder: String
  ) throws -> (Command.Ending, output: String) {
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    var command = Command(
      FileSystem.parent(of: tests) + "/sqlite-writer", [folder] + arguments)
    var environment = ProcessInfo.processInfo.environment
    environment["FRESNEL_STORE"] = folder + "/store"
    environment["FRESNEL_CONNECTION"] = "embedded"
    environment["FRESNEL_APP_IDENTIFIER"] = "com.example.recipes"
    command.environment = environment
    let (ending, output) = try command.capture()
    return (ending, String(decoding: output, as: UTF8.self))
  }

  @Test(
    "a process killed at any step leaves an index that the next one brings into step",
    .timeLimit(.minutes(10 + roundCount / 100)))
  func killed() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    try FileSystem.withTemporaryDirectory { (folder: String) throws in
      var killCount = 0
      let steps = SynchronizationStep.allCases
      for round in 0..<Self.roundCount {
        let step = steps[round % steps.count]
        let (ending, output) = try Self.run(
          ["\(seed + UInt64(round))", step.rawValue, "\(1 + generator.below(3))"], in: folder)
        let place: Comment = "round \(round), at \(step), seed \(seed)"
        try #require(output == "sound\n", place)
        try #require(ending == .killed(.kill) || ending == .exited(0), place)
        if ending == .killed(.kill) { killCount += 1 }
      }
      #expect(killCount > Self.roundCount / 3, "seed \(seed)")
      let (ending, output) = try Self.run(["0", steps[0].rawValue, "0"], in: folder)
      #expect(ending == .exited(0) && output == "sound\n", "seed \(seed)")
    }
  }

  @Test("an index that is put back from a copy goes on from there, or is made anew")
  func indexPutBack() throws {
    try FileSystem.withTemporaryDirectory { (folder: String) throws in
      var copies: [String] = []
      for seed in 0..<3 {
        let (ending, output) = try Self.run(["\(seed * 2)", "marked", "0"], in: folder)
        try #require(ending == .exited(0) && output == "sound\n")
        let copy = folder + "/copy\(seed)"
        try FileManager.default.copyItem(atPath: folder + "/store", toPath: copy)
        copies.append(copy)
      }
      for copy in copies {
        try FileSystem.removeTree(folder + "/store")
        try FileManager.default.copyItem(atPath: copy, toPath: folder + "/store")
        let (ending, output) = try Self.run(["8", "marked", "0"], in: folder)
        #expect(ending == .exited(0) && output == "sound\n")
      }
    }
  }
}
