internal import CommandKit
internal import FresnelEngine
internal import FresnelModel

/// A writer for each index that items belong to.
struct IndexWriters {
  let library: any ItemLibrary
  private let limits: StoreLimits?
  private(set) var apps: Set<String> = []
  /// Whether an app is the first of its items' to come.
  func isNew(_ app: String) -> Bool { !apps.contains(app) }
  private var writers: [IndexScope: StoreWriter] = [:]
  private let stored: ItemCounter

  /// Each writer holds a batch in memory, so there are never more of them.
  private static let maximumCount = 64

  init(library: any ItemLibrary, limits: StoreLimits?, counting stored: ItemCounter) {
    self.library = library
    self.limits = limits
    self.stored = stored
  }

  mutating func put(_ encoded: [UInt8], in scope: IndexScope) throws(CommandError) {
    if let writer = writers[scope] { return try writer.put(encoded) }
    if writers.count == Self.maximumCount {
      try finish()
      writers = [:]
    }
    apps.insert(scope.app)
    let writer = StoreWriter(library, scope: scope, limits: limits, counting: stored)
    writers[scope] = writer
    try writer.put(encoded)
  }

  /// Waits for all writers, also when one of them fails.
  func finish() throws(CommandError) {
    var failure: CommandError?
    for writer in writers.values {
      do throws(CommandError) {
        try writer.finish()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
