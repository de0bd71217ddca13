internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// Brings the items of one source in a store up to date with what the machine holds now.
struct SourceImport {
  /// The source.
  let source: ImportSource
  /// Whether to read everything although nothing seems to have changed.
  let isForced: Bool
  /// Counts the items that are stored for certain, over all imports that share it.
  var written = ItemCounter()

  /// What an import did.
  struct Result {
    /// Items that the source holds.
    var itemCount = 0
    /// Items that were new or had changed.
    var writtenCount = 0
    /// Items that were gone from the source.
    var removedCount = 0
    /// Items that were not met and stay, since what they come from could not be read.
    var keptCount = 0
    /// Things that could not be read.
    var warningCount = 0
    /// Whether the source had not changed and was not read.
    var isUnchanged = false
    /// The time it took, in seconds.
    var seconds = 0.0
  }

  /// Imports.
  ///
  /// The index's client state (``ImportState``) is written with the last batch: an import that is
  /// interrupted is done again. Within a changed source only items that differ from those in the store
  /// are written. What cannot be read is said at each import, also where nothing has changed, and the
  /// items from there stay. Where the store's items cannot all be read, those that can are brought up to date, and
  /// the next import does all of it again. Items that an import did not write are neither replaced nor removed.
  func run(into library: any ItemLibrary, _ context: CommandContext) throws -> Result {
    let scope = IndexScope(app: source.app)
    let start = MonotonicClock.nanoseconds
    let former = ImportState(try library.clientState(of: scope))
    // An import that is forced forgets the file systems that are not mounted.
    let files = SourceFiles(mounts: isForced ? [] : former.mounts)
    let reader = source.reader(in: context, files)
    var fingerprint = try reader.fingerprint()
    // What could not be listed and is gone now leaves the rest as it was.
    for failure in files.failures { fingerprint.add(failure.path) }
    var result = Result()
    if !isForced, former.fingerprint == fingerprint.bytes {
      for failure in files.failures { context.warn(failure.sentence) }
      for path in former.unreadFiles {
        context.warn("\(path) could not be read at the last import; --force reads it again")
      }
      let readable = try library.readableIndexes()
      StoreSet.warn(of: readable.omissions, context)
      result.warningCount =
        files.failures.count + former.unreadFiles.count + readable.omissions.count
      result.isUnchanged = true
      result.keptCount = former.keptCount
      result.itemCount = readable.indexes.first { $0.scope == scope }?.itemCount ?? 0
      result.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
      return result
    }
    let limits = StoreLimits(for: library, context)
    let formerlyWritten = written.value
    var writer = StoreWriter(library, scope: scope, limits: limits, counting: written)
    var progress = ProgressLine(source.rawValue, on: context.console)
    var walk = try walk(reader, files, writer, library, &progress)
    var (vanished, missing) = try vanished(besides: walk.seen, files, library, &result)
    if let refusal = walk.refusal {
      guard !vanished.isEmpty else { throw refusal }
      // What is gone makes room for the rest. Without a client state, an import that does not come to its end is done
      // again.
      writer = StoreWriter(library, scope: scope, limits: limits, counting: written)
      try writer.apply([.deleteIdentifiers(vanished)], clientState: [])
      try writer.finish()
      result.removedCount = vanished.count
      walk = try self.walk(reader, files, writer, library, &progress)
      if let refusal = walk.refusal { throw refusal }
      (vanished, missing) = try self.vanished(besides: walk.seen, files, library, &result)
    }
    let (seen, occupied) = (walk.seen, walk.occupied)
    // Where items could not be read, nobody knows what is gone from the source: the next import looks again. So it does
    // where items of the person's own stand in the way.
    let state = ImportState(
      fingerprint: fingerprint, files: files, keptCount: result.keptCount
    ).bytes
    try writer.apply(
      [.deleteIdentifiers(vanished)], clientState: missing.isEmpty && occupied.isEmpty ? state : [])
    try writer.finish()
    progress.finish()
    for failure in files.failures { context.warn(failure.sentence) }
    StoreSet.warn(of: missing, context)
    if !occupied.isEmpty { context.warn(source.sentence(onOccupied: occupied)) }
    result.warningCount = files.failures.count + missing.count + (occupied.isEmpty ? 0 : 1)
    result.itemCount = seen.count - occupied.count + result.keptCount
    result.writtenCount = written.value - formerlyWritten
    result.removedCount += vanished.count
    result.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    return result
  }
}

extension SourceImport {
  /// Says, while imports are under way, what becomes of one that a signal ends.
  ///
  /// - Parameters:
  ///   - written: What the imports count their items by.
  ///   - context: Where it is said.
  /// - Returns: The notice, which lasts until it is ended.
  static func interruptNotice(
    counting written: ItemCounter, _ context: CommandContext
  ) -> InterruptNotice {
    InterruptNotice(on: context.console) {
      "\(counted(written.value, "item")) \(written.value == 1 ? "is" : "are") stored for certain; "
        + "the others come with the next fresnel import all"
    }
  }
}

extension SourceImport.Result {
  /// What was done, for people.
  func sentence(_ source: ImportSource) -> String {
    let count = "\(source.rawValue): \(counted(itemCount, "item"))"
    if isUnchanged { return "\(count), unchanged" }
    let rate = formatted(count: Int((Double(itemCount) / max(seconds, 0.001)).rounded()))
    var text = "\(count), \(formatted(count: writtenCount)) written"
    if removedCount > 0 { text += ", \(formatted(count: removedCount)) removed" }
    if keptCount > 0 { text += ", \(formatted(count: keptCount)) kept" }
    return text + " in \(formatted(seconds: seconds)) (\(rate)/s)"
  }

  /// What was done, for programs.
  func json(_ source: ImportSource) -> JSONValue {
    .object([
      JSONMember("source", .string(source.rawValue)),
      JSONMember("items", .integer(Int64(itemCount))),
      JSONMember("written", .integer(Int64(writtenCount))),
      JSONMember("removed", .integer(Int64(removedCount))),
      JSONMember("kept", .integer(Int64(keptCount))),
      JSONMember("warnings", .integer(Int64(warningCount))),
      JSONMember("unchanged", .boolean(isUnchanged)), JSONMember("seconds", .double(seconds)),
    ])
  }
}

extension ImportSource {
  /// The sources that hold something else now than what was read into the person's store.
  static func changed(
    in stores: StoreSet, at location: StoreLocations.Location, _ context: CommandContext
  ) throws -> [ImportSource] {
    guard let own = stores.members.first(where: { $0.location == location }) else {
      return allCases
    }
    return try allCases.filter { source in
      let former = ImportState(try own.library.clientState(of: IndexScope(app: source.app)))
      let files = SourceFiles(mounts: former.mounts)
      return try source.reader(in: context, files).fingerprint().bytes != former.fingerprint
    }
  }
}

extension ImportSource {
  /// That items of the source are left out, as items of the person's own have their identifiers.
  fileprivate func sentence(onOccupied identifiers: [String]) -> String {
    let first = withoutControls(identifiers.min() ?? "")
    let count = counted(identifiers.count, "item")
    return
      "\(count) of \(rawValue) \(identifiers.count == 1 ? "is" : "are") left out, as an item that no import "
      + "wrote is in the place, such as \"\(first)\": move yours to another app, delete it with fresnel delete --app "
      + "\(rawValue) \"\(first)\", and import again"
  }
}
