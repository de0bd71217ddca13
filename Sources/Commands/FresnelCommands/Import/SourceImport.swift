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
    /// Things that could not be read.
    var warningCount = 0
    /// Whether the source had not changed and was not read.
    var isUnchanged = false
    /// The time it took, in seconds.
    var seconds = 0.0
  }

  /// Imports.
  ///
  /// The fingerprint of what was read is the index's client state, written with the last batch: an
  /// import that is interrupted is done again. Within a changed source only items that differ from
  /// those in the store are written.
  func run(into library: any ItemLibrary, _ context: CommandContext) throws -> Result {
    let scope = IndexScope(app: source.app)
    let start = MonotonicClock.nanoseconds
    let reader = source.reader(in: context)
    let fingerprint = try reader.fingerprint().bytes
    var result = Result()
    if !isForced, try library.clientState(of: scope) == fingerprint {
      result.isUnchanged = true
      result.itemCount = try library.itemCount(of: scope)
      result.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
      return result
    }
    let writer = StoreWriter(library, scope: scope)
    var progress = ProgressLine(source.rawValue, on: context.console)
    var seen: Set<String> = []
    try reader.forEachItem(
      warn: { message in
        result.warningCount += 1
        progress.finish()
        context.warn(message)
      },
      { item, fraction in
        guard seen.insert(item.uniqueIdentifier).inserted else { return }
        let encoded = try ItemCodec.encode(item)
        let stored = try library.item(item.uniqueIdentifier, in: scope)
        if !(stored?.bytes.elementsEqual(encoded) ?? false) {
          try writer.put(encoded)
          result.writtenCount += 1
        }
        progress.update(count: seen.count, fraction: fraction)
      })
    var vanished: [String] = []
    _ = try library.forEachItem(in: .scope(scope)) { _, item in
      let identifier = item.uniqueIdentifier
      if !seen.contains(identifier) { vanished.append(identifier) }
      return true
    }
    try writer.apply([.deleteIdentifiers(vanished)], clientState: fingerprint)
    try writer.finish()
    progress.finish()
    result.itemCount = seen.count
    result.removedCount = vanished.count
    result.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    return result
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
    return text + " in \(formatted(seconds: seconds)) (\(rate)/s)"
  }

  /// What was done, for programs.
  func json(_ source: ImportSource) -> JSONValue {
    .object([
      JSONMember("source", .string(source.rawValue)),
      JSONMember("items", .integer(Int64(itemCount))),
      JSONMember("written", .integer(Int64(writtenCount))),
      JSONMember("removed", .integer(Int64(removedCount))),
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
      let fingerprint = try source.reader(in: context).fingerprint().bytes
      return try own.library.clientState(of: IndexScope(app: source.app)) != fingerprint
    }
  }
}
