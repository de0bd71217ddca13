internal import FresnelDatabase
package import WebDocuments

extension AppDirectory {
  /// What an import did.
  package struct ImportSummary: Sendable {
    /// The name of the catalogue.
    package var catalogue = ""
    /// Apps that are new.
    package var added = 0
    /// Apps that are different.
    package var changed = 0
    /// Apps that are as before.
    package var unchanged = 0
    /// Apps that the catalogue had and has no more.
    package var removed = 0
    /// Components that are no apps.
    package var others = 0
    /// Components that only add to those of other catalogues.
    package var merges = 0
    /// Whether the catalogue was read to its end. Where it was not, no app is removed.
    package var isWhole = false
    /// What is wrong with it.
    package var findings: [Diagnostic] = []
  }

  /// Takes over the apps of an AppStream document, and removes those that it had before and has no more.
  ///
  /// An app that was added by hand gets what it lacks, and nothing else. All or nothing: readers see the directory as it
  /// was until the end, and what is killed has done nothing.
  ///
  /// - Parameters:
  ///   - catalogue: What to call the catalogue, where it doesn't say itself.
  ///   - limits: What bounds the reading.
  ///   - piece: Gives the next piece of the file; `nil` at the end.
  /// - Returns: What was done.
  /// - Throws: ``AppDirectoryError``, and what `piece` throws.
  package func `import`(
    catalogue: String, limits: AppStreamDocument.Limits = .standard,
    _ piece: () throws -> [UInt8]?
  ) throws -> ImportSummary {
    try database.execute("BEGIN IMMEDIATE")
    do {
      let summary = try importApps(catalogue, limits, piece)
      try database.execute("COMMIT")
      return summary
    } catch {
      // SQLite has rolled back already where this fails.
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  private func importApps(
    _ catalogue: String, _ limits: AppStreamDocument.Limits, _ piece: () throws -> [UInt8]?
  ) throws -> ImportSummary {
    let revision =
      try rows("UPDATE counters SET revision = revision + 1 RETURNING revision", []).first ?? 1
    var summary = ImportSummary()
    summary.catalogue = catalogue
    var conflicts = FindingList()
    var failure: AppDirectoryError?
    // The name of the catalogue is known when its root was read, before any app.
    var named: String?
    var origin: () -> String? = { nil }
    let document = AppStreamDocument(limits: limits) { app, place in
      do throws(AppDirectoryError) {
        let name = named ?? origin() ?? catalogue
        named = name
        try self.take(app, at: place, from: name, revision, &summary, &conflicts)
        return true
      } catch {
        failure = error
        return false
      }
    }
    origin = { [unowned document] in document.origin }
    while let next = try piece(), document.read(next) {}
    let read = document.finish()
    if let failure { throw failure }
    summary.catalogue = named ?? read.origin ?? catalogue
    (summary.others, summary.merges) = (read.otherCount, read.mergeCount)
    (summary.isWhole, summary.findings) = (
      read.isWhole, read.findings.all + conflicts.all
    )
    if read.isWhole {
      for row in try rows(
        "SELECT id FROM apps WHERE catalogue = ? AND revision < ?",
        [.string(summary.catalogue), .integer(revision)])
      {
        try remove(row: row)
        summary.removed += 1
      }
    }
    return summary
  }

  /// Takes over one app.
  private func take(
    _ app: ListedApp, at place: SourceLocation, from catalogue: String, _ revision: Int64,
    _ summary: inout ImportSummary, _ conflicts: inout FindingList
  ) throws(AppDirectoryError) {
    var app = app
    app.catalogue = catalogue
    let shown = Diagnostic.excerpt(app.identifier)
    if app.fault != nil { return }
    let owners = try owners(of: app)
    guard owners.count < 2 else {
      let names = try apps(owners).map { Diagnostic.excerpt($0.identifier) }
      conflicts.add(
        .appStreamConflict,
        "\(shown) has identifiers of \(names.joined(separator: " and ")), and is left out.",
        at: place, subject: shown)
      return
    }
    guard let row = owners.first, let known = try self.app([row]) else {
      try save(app, in: nil, revision: revision)
      summary.added += 1
      return
    }
    if try rows("SELECT revision FROM apps WHERE id = ?", [.integer(row)]) == [revision] {
      conflicts.add(
        .appStreamDuplicate, "\(shown) is there more than once; the first one counts.", at: place,
        subject: shown)
      return
    }
    if known.catalogue == nil {
      var filled = known
      filled.fill(from: app)
      app = filled
    }
    let saved = try save(app, in: row, revision: revision)
    if saved == known { summary.unchanged += 1 } else { summary.changed += 1 }
  }
}
