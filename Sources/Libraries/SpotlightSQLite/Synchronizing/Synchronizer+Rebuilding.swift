internal import CoreSpotlight
internal import FresnelDatabase
internal import FresnelPlatform
internal import Foundation

extension Synchronizer {
  /// Makes the index anew from the tables: each domain is built aside and put into place in one step.
  ///
  /// The tables are read page by page, so that no writer waits. What changes meanwhile has a sequence above
  /// that of the state, and is read again. The identity is another one afterwards: a copy of the database from
  /// before may lack changes that the pages had.
  ///
  /// - Returns: The state that the index has now; `nil` when it was asked to begin anew meanwhile.
  func rebuild() async throws(SpotlightDatabaseError) -> ClientState? {
    let domains = declaration.domains
    let before = try database.write { () throws(SpotlightDatabaseError) in
      try DatabaseState.add(domains.map(\.domain), in: database)
      // No state of the index fits from here on, and what changes gets a greater sequence.
      try DatabaseState.takeNewIdentity(in: database)
      try DatabaseState.setSeen(DatabaseState(of: database).given, in: database)
      return try DatabaseState(of: database)
    }
    reached(.rebuildBegun)
    let next = ClientState(
      identity: SecureRandom.bytes(count: DatabaseState.identityByteCount),
      declaration: declaration.digest, sequence: before.given)
    try await deleteStaleDomains()
    for (place, domain) in domains.enumerated() {
      let replacement = try await replacement(of: domain.domain, sources: domain.sources)
      let isLast = place == domains.count - 1
      if isLast, try !take(next, identityBefore: before.identity) {
        replacement.abandon()
        return nil
      }
      do {
        try await replacement.commit(clientState: isLast ? Data(next.bytes) : nil)
      } catch {
        throw SpotlightDatabaseError(index: error)
      }
    }
    reached(.rebuilt)
    return next
  }

  /// Deletes what was indexed of tables that are declared no more, or with another domain.
  private func deleteStaleDomains() async throws(SpotlightDatabaseError) {
    let current = Set(declaration.domains.map(\.domain))
    let stale = try DatabaseState.domains(in: database).filter { !current.contains($0) }
    guard !stale.isEmpty else { return }
    do {
      try await index.deleteSearchableItems(withDomainIdentifiers: stale)
    } catch {
      throw SpotlightDatabaseError(index: error)
    }
    try database.write { () throws(SpotlightDatabaseError) in
      for domain in stale { try DatabaseState.remove(domain, in: database) }
    }
  }

  /// Builds the items of some tables aside.
  private func replacement(
    of domain: String, sources: [Int]
  ) async throws(SpotlightDatabaseError) -> CSIndexReplacement {
    let replacement: CSIndexReplacement
    do {
      replacement = try await index.replaceItems(inDomain: domain)
    } catch {
      throw SpotlightDatabaseError(index: error)
    }
    do throws(SpotlightDatabaseError) {
      for source in sources { try await fill(replacement, from: source) }
    } catch {
      replacement.abandon()
      throw error
    }
    reached(.domainBuilt)
    return replacement
  }

  private func fill(
    _ replacement: CSIndexReplacement, from source: Int
  ) async throws(SpotlightDatabaseError) {
    var key: Cell?
    while true {
      let rows = try reading[source - 1].rows(
        after: key, atMost: Self.rowCount, byteCount: Self.rowByteCount)
      guard let last = rows.last else { return }
      key = last.key
      do {
        try await replacement.indexSearchableItems(rows.map(\.item))
      } catch {
        throw SpotlightDatabaseError(index: error)
      }
      reached(.pageBuilt)
    }
  }

  /// Gives the database the identity of a state that the index is about to have, and drops what that covers
  /// from the log.
  ///
  /// - Returns: Whether the identity was the one from before the rebuild.
  private func take(
    _ next: ClientState, identityBefore: [UInt8]
  ) throws(SpotlightDatabaseError) -> Bool {
    let isTaken = try database.write { () throws(SpotlightDatabaseError) in
      guard try DatabaseState(of: database).identity == identityBefore else { return false }
      try DatabaseState.set("identity", .data(next.identity), in: database)
      try ChangeLog.prune(upTo: next.sequence, in: database)
      return true
    }
    if isTaken { reached(.identityWritten) }
    return isTaken
  }
}
