import FresnelPlatform
import SQLiteTestSupport
import SampleConnection
import SpotlightSQLite
import Synchronization
import Testing

import CoreSpotlight

/// Runs a body with a folder, which is removed afterwards, and an index of its own.
func withIndex(
  _ body: (_ folder: String, _ index: CSSearchableIndex) async throws -> Void
) async throws {
  SampleConnection.prepare
  let folder = try FileSystem.createTemporaryDirectory(prefix: "fresnel-sqlite")
  let index = CSSearchableIndex(name: FileSystem.lastComponent(of: folder))
  do {
    try await body(folder, index)
  } catch {
    try? FileSystem.removeTree(folder)
    throw error
  }
  try FileSystem.removeTree(folder)
  try await index.deleteAllSearchableItems()
}

/// The unique identifiers and titles of the items of an index.
func titles(in index: CSSearchableIndex, of domain: String) async throws -> [String: String] {
  var titles: [String: String] = [:]
  let query = CSSearchQuery(
    queryString: "domainIdentifier == \"\(domain)\"", attributes: ["title", "domainIdentifier"])
  for try await result in query.results {
    titles[result.item.uniqueIdentifier] = result.item.attributeSet.title ?? ""
  }
  return titles
}

/// Counts steps, and runs a body at each.
final class StepCounter: Sendable {
  private let counts = Mutex<[SynchronizationStep: Int]>([:])
  private let body: @Sendable (SynchronizationStep) -> Void

  init(_ body: @escaping @Sendable (SynchronizationStep) -> Void = { _ in }) {
    self.body = body
  }

  func reached(_ step: SynchronizationStep) {
    counts.withLock { $0[step, default: 0] += 1 }
    body(step)
  }

  subscript(_ step: SynchronizationStep) -> Int { counts.withLock { $0[step] ?? 0 } }
}
