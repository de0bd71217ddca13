// Changes a recipe collection at random and keeps its index in step, until it kills itself at a step or has
// done enough. `SpotlightDatabaseKillTests` runs it:
//
//   sqlite-writer DIRECTORY SEED STEP COUNT
//
// First it synchronizes what the run before left, and tells "sound" on its output, or how the index differs.
// The kill comes when the step was reached so often; a COUNT of 0 means never. `FRESNEL_STORE` says where
// the index is.

import CoreSpotlight
import FresnelDatabase
import FresnelPlatform
import FresnelTestSupport
import SQLiteTestSupport
import SpotlightSQLite
import Synchronization

/// Counts a step, and kills the process at the right one.
final class Countdown: Sendable {
  private let step: SynchronizationStep
  private let left: Mutex<Int>

  init(_ step: SynchronizationStep, count: Int) {
    self.step = step
    left = Mutex(count)
  }

  func reached(_ step: SynchronizationStep) {
    guard step == self.step else { return }
    let isOver = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isOver { CurrentProcess.raise(.kill) }
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let seed = UInt64(arguments[2]),
  let step = SynchronizationStep(rawValue: arguments[3]), let count = Int(arguments[4])
else { CurrentProcess.exit(2) }

let collection = try RecipeCollection(
  at: arguments[1] + "/recipes.db", journalMode: seed % 2 == 0 ? "wal" : "delete")
let index = CSSearchableIndex(name: "recipes")
let recovered = try SpotlightDatabase(
  path: collection.path, tables: RecipeCollection.tables, index: index)
try await recovered.synchronize()
let difference = try await collection.difference(from: index)
print(difference ?? "sound")
fflush(nil)
guard difference == nil else { CurrentProcess.exit(1) }

let countdown = Countdown(step, count: count)
let database = try SpotlightDatabase(
  path: collection.path, tables: RecipeCollection.tables, index: index
) { countdown.reached($0) }
var statements = RandomStatements(seed: seed)
var generator = SeededGenerator(seed: seed)
for _ in 0..<8 {
  let connection = try collection.connect()
  statements.run(20, on: connection)
  statements.end(on: connection)
  switch generator.below(4) {
  case 0: try await database.reindexAll()
  case 1: try await database.reindex(identifiers: ["recipe/1", "recipe/2", "tag/soup", "other/1"])
  default: try await database.synchronize()
  }
}
