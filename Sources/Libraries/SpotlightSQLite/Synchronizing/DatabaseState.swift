internal import FresnelDatabase
internal import FresnelPlatform

/// What the database says about itself and the index.
///
/// | name | value |
/// |---|---|
/// | `form` | the number of the form of the library's tables |
/// | `identity` | 16 random bytes, others whenever the log does not tell all that changed |
/// | `seen` | the greatest sequence that the index may have been told of |
/// | `pruned` | the greatest sequence up to which the log was emptied |
/// | `domain:` and a domain | what the index may hold items of |
struct DatabaseState {
  var identity: [UInt8]
  var seen: Int64
  var pruned: Int64
  /// The greatest sequence that was ever given.
  var given: Int64

  /// The length of an identity.
  static let identityByteCount = 16

  /// Reads the state; to be done inside a transaction.
  init(of database: AppDatabase) throws(SpotlightDatabaseError) {
    guard case .data(let identity) = try Self.value("identity", in: database),
      identity.count == Self.identityByteCount
    else {
      throw SpotlightDatabaseError(
        .schema,
        "The database \(database.path) has lost what SpotlightSQLite keeps in spotlight_meta. Open it anew."
      )
    }
    self.identity = identity
    seen = Self.number(try Self.value("seen", in: database))
    pruned = Self.number(try Self.value("pruned", in: database))
    given = Self.number(
      try database.first(
        """
        SELECT max(ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'spotlight_change'), 0),
          ifnull((SELECT max(sequence) FROM spotlight_change), 0))
        """))
  }

  private static func number(_ cell: Cell) -> Int64 {
    if case .integer(let number) = cell { number } else { 0 }
  }

  /// Gives the database another identity, so that no state of the index fits.
  static func takeNewIdentity(in database: AppDatabase) throws(SpotlightDatabaseError) {
    try set("identity", .data(SecureRandom.bytes(count: identityByteCount)), in: database)
  }

  /// One of the values; null where it is not there.
  static func value(
    _ name: String, in database: AppDatabase
  ) throws(SpotlightDatabaseError) -> Cell {
    try database.first("SELECT value FROM spotlight_meta WHERE name = ?1", [.string(name)])
  }

  /// Sets one of the values.
  static func set(
    _ name: String, _ value: Cell, in database: AppDatabase
  ) throws(SpotlightDatabaseError) {
    try database.prepare("INSERT OR REPLACE INTO spotlight_meta(name, value) VALUES (?1, ?2)")
      .run([.string(name), value])
  }

  /// Notes that the index is about to be told of all up to a sequence, and has none of these given again; to
  /// be done in the transaction that reads them.
  ///
  /// SQLite forgets sequences of a statement that fails with `OR FAIL`, though what it did stays.
  static func setSeen(_ sequence: Int64, in database: AppDatabase) throws(SpotlightDatabaseError) {
    try set("seen", .integer(sequence), in: database)
    try database.prepare(
      "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'spotlight_change' AND seq < ?1"
    ).run([.integer(sequence)])
    try database.prepare(
      """
      INSERT INTO sqlite_sequence(name, seq) SELECT 'spotlight_change', ?1
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'spotlight_change')
      """
    ).run([.integer(sequence)])
  }

  private static let domainPrefix = "domain:"

  /// The domains that the index may hold items of.
  static func domains(in database: AppDatabase) throws(SpotlightDatabaseError) -> [String] {
    var domains: [String] = []
    try database.prepare("SELECT name FROM spotlight_meta WHERE name GLOB 'domain:*'")
      .forEachRow { (row) throws(SpotlightDatabaseError) in
        domains.append(String(row.text(0).dropFirst(domainPrefix.count)))
        return true
      }
    return domains
  }

  /// Notes that the index may hold items of some domains.
  static func add(
    _ domains: [String], in database: AppDatabase
  ) throws(SpotlightDatabaseError) {
    for domain in domains { try set(domainPrefix + domain, .null, in: database) }
  }

  /// Notes that the index holds none of a domain.
  static func remove(
    _ domain: String, in database: AppDatabase
  ) throws(SpotlightDatabaseError) {
    try database.prepare("DELETE FROM spotlight_meta WHERE name = ?1")
      .run([.string(domainPrefix + domain)])
  }
}
