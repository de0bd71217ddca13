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

  /// Takes over the apps of an AppStream document, and removes those that a catalogue had before and has no more. A file of
  /// one component removes none.
  ///
  /// The document is read to its end before anything is written, so that others may write meanwhile.
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
    var apps: [(app: ListedApp, place: SourceLocation)] = []
    let document = AppStreamDocument(limits: limits) { app, place in
      apps.append((app, place))
      return true
    }
    while let next = try piece(), document.read(next) {}
    let read = document.finish()
    try database.execute("BEGIN IMMEDIATE")
    do {
      let summary = try take(apps, of: read, catalogue: catalogue)
      try database.execute("COMMIT")
      return summary
    } catch {
      // SQLite has rolled back already where this fails.
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// Takes over the apps of a document that was read.
  private func take(
    _ apps: [(app: ListedApp, place: SourceLocation)], of read: AppStreamDocument.Summary,
    catalogue: String
  ) throws -> ImportSummary {
    let revision =
      try rows("UPDATE counters SET revision = revision + 1 RETURNING revision", []).first ?? 1
    var summary = ImportSummary()
    summary.catalogue = read.origin ?? catalogue
    var conflicts = FindingList()
    for (app, place) in apps {
      try take(app, at: place, from: summary.catalogue, revision, &summary, &conflicts)
    }
    (summary.others, summary.merges) = (read.otherCount, read.mergeCount)
    (summary.isWhole, summary.findings) = (
      read.isWhole, read.findings.all + conflicts.all
    )
    if read.isWhole, !read.isSingle {
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
