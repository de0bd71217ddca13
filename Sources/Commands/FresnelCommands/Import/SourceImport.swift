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
    let writer = StoreWriter(
      library, scope: scope, limits: StoreLimits(for: library, context))
    var progress = ProgressLine(source.rawValue, on: context.console)
    var seen: Set<String> = []
    // Identifiers of the source that items of the person's own have.
    var occupied: [String] = []
    try reader.forEachItem { item, fraction in
      guard seen.insert(item.uniqueIdentifier).inserted else { return }
      let stored = try library.item(item.uniqueIdentifier, in: scope)
      if let stored, try !source.wrote(stored) { return occupied.append(item.uniqueIdentifier) }
      let encoded = try ItemCodec.encode(
        files.failures.isEmpty ? item : item.keepingIcon(of: stored))
      if !(stored?.bytes.elementsEqual(encoded) ?? false) {
        try writer.put(encoded)
        result.writtenCount += 1
      }
      progress.update(count: seen.count, fraction: fraction)
    }
    var vanished: [String] = []
    let missing = try library.forEachItem(in: .scope(scope)) { _, item in
      let identifier = item.uniqueIdentifier
      guard !seen.contains(identifier), try source.wrote(item) else { return true }
      if files.keepsItem(at: try item.path) {
        result.keptCount += 1
      } else {
        vanished.append(identifier)
      }
      return true
    }
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
    result.removedCount = vanished.count
    result.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    return result
  }
}

extension SourceImport {
  /// Says, while imports are under way, what becomes of one that a signal ends.
  static func interruptNotice(_ context: CommandContext) -> InterruptNotice {
    InterruptNotice(on: context.console) {
      "what was not imported yet is missing, and comes with the next fresnel import all"
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
  /// Whether an import of the source wrote an item.
  fileprivate func wrote(_ item: EncodedItem) throws -> Bool {
    writes(
      domain: item.domainIdentifier, type: try item.decodedValue(for: .builtIn(.contentType)))
  }

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

extension EncodedItem {
  /// The path of the file that the item was imported from.
  fileprivate var path: String? {
    get throws {
      guard case .string(let path)? = try decodedValue(for: .builtIn(.path)) else { return nil }
      return path
    }
  }
}

extension Item {
  /// The item with the icon that it had before, if none is found while directories cannot be listed.
  fileprivate func keepingIcon(of stored: EncodedItem?) throws -> Item {
    guard attributes[.thumbnailURL] == nil,
      let icon = try stored?.decodedValue(for: .builtIn(.thumbnailURL))
    else { return self }
    var item = self
    item.attributes[.thumbnailURL] = icon
    return item
  }
}
