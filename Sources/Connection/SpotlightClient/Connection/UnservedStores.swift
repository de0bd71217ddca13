internal import FresnelPlatform
internal import SpotlightWire

/// What apps handed to a daemon, where no daemon is found that reads it.
///
/// The stores of the protection classes are encrypted, and their names tell nothing of apps: whether they hold items of
/// one app, or how many, nobody but the daemon knows.
package enum UnservedStores {
  /// The directory of the classes' stores in a data directory, if anything may have been put into one of them.
  ///
  /// - Parameter data: The person's data directory.
  /// - Returns: Its path; `nil` where apps have handed nothing to a daemon.
  package static func directory(in data: String) -> String? {
    let base = data + "/fresnel/classes"
    let classes: [String]
    do throws(SystemError) {
      classes = try FileSystem.entries(of: base)
    } catch {
      return error.code == .notFound ? nil : base
    }
    let isUsed = classes.contains { name in
      mayHoldItems("\(base)/\(name)/store") || hasMore("\(base)/\(name)/intake", than: [])
    }
    return isUsed ? base : nil
  }

  /// Why no daemon is found that reads a directory, and what mends it.
  ///
  /// - Parameters:
  ///   - directory: The directory of the classes' stores.
  ///   - rule: The rule by which a daemon was looked for.
  /// - Returns: One sentence without a full stop.
  package static func reason(for directory: String, by rule: ConnectionRule) -> String {
    if let reason = rule.unusableRuntimeDirectory {
      return
        "\(reason), so the daemon that reads \(directory) is not found; log in through the system's login, or set "
        + "it to a directory with mode 700"
    }
    return
      "no fresneld is found that reads \(directory); put the one into PATH that was installed, or install it again, "
      + "or remove that directory if nothing of it is wanted any more"
  }

  /// Why searches of an app that keeps its index itself may lack items, in one sentence.
  ///
  /// An app that put something into an index of its own was told so when it began that: what it keeps since is there.
  ///
  /// - Parameters:
  ///   - store: The directory of the app's own index.
  ///   - rule: The rule by which a daemon was looked for.
  /// - Returns: The sentence; `nil` where nothing says that there was a daemon, the app has an index of its own, or the
  ///   environment says that it is to do without a daemon.
  static func omission(besides store: String, by rule: ConnectionRule) -> String? {
    let variables = [StoreLocation.environmentVariable, ConnectionRule.connectionVariable]
    let isChosen = variables.contains { rule.environment[$0]?.isEmpty == false }
    guard !isChosen, !mayHoldItems(store),
      let directory = directory(in: BaseDirectories.current.data)
    else { return nil }
    return
      "Searches of this program are partial, as items that it indexed before may be missing: "
      + "\(reason(for: directory, by: rule))."
  }

  // MARK: - Whether anything was put into a store

  /// The files of a store into which nothing was ever put: a daemon makes that of a class when it first starts.
  private static let files: Set<String> = [
    StoreLocation.lockName, StoreLocation.manifestName, StorePrograms.fileName, journalName,
  ]
  private static let journalName = "journal-0000000000000001"
  /// The bytes of a journal that are looked at; a longer one has frames.
  private static let mostJournalBytes = 1 << 20

  /// Whether anything may have been put into a store.
  private static func mayHoldItems(_ store: String) -> Bool {
    if hasMore(store, than: files) { return true }
    do throws(SystemError) {
      let journal = try FileSystem.contents(
        of: "\(store)/\(journalName)", maximumByteCount: mostJournalBytes)
      return holdsRecords(journal)
    } catch {
      return !isMissing(error)
    }
  }

  /// Whether there are records in a journal, whose format `Documentation/formats/journal.md` tells: behind a block of
  /// 4096 bytes come the frames, and zeros as far as the file was made longer for frames to come. A journal that was
  /// begun and closed has frames of the kinds 1 and 2. What is no frame may have been one.
  private static func holdsRecords(_ journal: [UInt8]) -> Bool {
    var rest = journal.dropFirst(4096)
    while rest.count >= 32 {
      let header = Array(rest.prefix(32))
      guard header[12] == 1 || header[12] == 2, header[13] == 0 else { break }
      let payload = (0..<4).reduce(0) { $0 | Int(header[8 + $1]) << (8 * $1) }
      rest = rest.dropFirst(32 + (payload + 7) / 8 * 8)
    }
    return rest.contains { $0 != 0 }
  }

  /// Whether a directory has more than some files. One that cannot be listed may have.
  private static func hasMore(_ directory: String, than names: Set<String>) -> Bool {
    do throws(SystemError) {
      return try !names.isSuperset(of: FileSystem.entries(of: directory))
    } catch {
      return !isMissing(error)
    }
  }

  /// Whether there is nothing at a path; where a file lies in the place of a directory, there is not either.
  private static func isMissing(_ error: SystemError) -> Bool {
    error.code == .notFound || error.code == .notDirectory
  }
}
