internal import CoreSpotlight
internal import FresnelDatabase
internal import FresnelPlatform

/// Brings an index into step with a database; one run at a time.
///
/// It has a connection of its own, which no transaction is open on while it waits for the index.
actor Synchronizer {
  let declaration: Declaration
  let index: CSSearchableIndex
  let database: AppDatabase
  private(set) var reading: [RowReading]
  private var schemaVersion: Cell
  private let observe: @Sendable (SynchronizationStep) -> Void

  private let executor = QueueExecutor(label: "org.fresnel.SpotlightSQLite")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How many rows are read and indexed together at most.
  static let rowCount = 500
  /// Beyond how many bytes no more rows are read together.
  static let rowByteCount = 4 << 20
  /// How often another process may be ahead before a run gives up.
  private static let attemptCount = 8

  /// Opens the database and installs what is missing there.
  init(
    path: String, declaration: Declaration, index: CSSearchableIndex,
    observe: @escaping @Sendable (SynchronizationStep) -> Void
  ) throws(SpotlightDatabaseError) {
    let database = try AppDatabase(opening: path)
    // The index must never be ahead of what a power cut leaves of the database.
    try database.execute("PRAGMA synchronous = FULL")
    let schemas = try Installation.install(declaration, in: database)
    reading = try Self.reading(declaration, schemas, in: database)
    schemaVersion = try Installation.schemaVersion(of: database)
    self.declaration = declaration
    self.index = index
    self.database = database
    self.observe = observe
  }

  private static func reading(
    _ declaration: Declaration, _ schemas: [TableSchema], in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> [RowReading] {
    var reading: [RowReading] = []
    for (number, schema) in schemas.enumerated() {
      reading.append(
        try RowReading(
          declaration.tables[number], source: number + 1, schema: schema, in: database))
    }
    return reading
  }

  /// Tells that a step was taken.
  func reached(_ step: SynchronizationStep) {
    observe(step)
  }

  // MARK: - Runs

  /// Brings the index up to date, unless the body throws as the database is not to be touched any more; it is
  /// called when nobody else can change that.
  func synchronize(
    checkIsWanted: @Sendable () throws(SpotlightDatabaseError) -> Void
  ) async throws(SpotlightDatabaseError) {
    let lock = try await ProcessLock.take(forDatabase: database.path)
    // It is held until the run is over.
    defer { extendLifetime(lock) }
    try checkIsWanted()
    try installWhatIsMissing()
    for _ in 0..<Self.attemptCount {
      if try await attempt() { return }
    }
    throw SpotlightDatabaseError(
      .busy,
      "The index is changed by somebody else all the time. Give the database an index of its own.")
  }

  /// Goes on from where the index is, or begins anew.
  ///
  /// - Returns: Whether the index is up to date; else the state of it was set by somebody else meanwhile.
  private func attempt() async throws(SpotlightDatabaseError) -> Bool {
    let state = try await clientState()
    reached(.stateFetched)
    let own = try database.read { () throws(SpotlightDatabaseError) in
      try DatabaseState(of: database)
    }
    if let state, state.identity == own.identity, state.declaration == declaration.digest,
      state.sequence >= own.pruned, state.sequence <= own.seen, own.given >= own.seen
    {
      return try await catchUp(from: state)
    }
    guard let rebuilt = try await rebuild() else { return false }
    return try await catchUp(from: rebuilt)
  }

  /// The state that the index has; `nil` where it has none, or one that is not of this library.
  private func clientState() async throws(SpotlightDatabaseError) -> ClientState? {
    do {
      return ClientState(try await index.fetchLastClientState())
    } catch {
      throw SpotlightDatabaseError(index: error)
    }
  }

  /// A table that was made anew has lost its triggers.
  private func installWhatIsMissing() throws(SpotlightDatabaseError) {
    guard try Installation.schemaVersion(of: database) != schemaVersion else { return }
    let schemas = try Installation.install(declaration, in: database)
    reading = try Self.reading(declaration, schemas, in: database)
    schemaVersion = try Installation.schemaVersion(of: database)
  }

  // MARK: - What an index asks for

  /// Has all rows indexed anew by the next run, also when this process ends before.
  func markAll() throws(SpotlightDatabaseError) {
    try database.write { () throws(SpotlightDatabaseError) in
      try DatabaseState.takeNewIdentity(in: database)
    }
    reached(.marked)
  }

  /// Has rows indexed anew by the next run; identifiers that are no rows are passed over.
  func mark(_ identifiers: [String]) throws(SpotlightDatabaseError) {
    let names = declaration.tables.map(\.name)
    let rows = identifiers.compactMap { identifier -> (source: Int, key: Cell)? in
      guard let row = RowIdentifier.row(of: identifier),
        let number = names.firstIndex(of: row.table)
      else { return nil }
      return (number + 1, row.key.cell)
    }
    try database.write { () throws(SpotlightDatabaseError) in
      for row in rows {
        try ChangeLog.add(source: row.source, key: row.key, in: database)
      }
    }
    reached(.marked)
  }
}
