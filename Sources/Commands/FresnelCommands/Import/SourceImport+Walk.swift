internal import CommandKit
internal import FresnelEngine
internal import FresnelModel

extension SourceImport {
  /// What came of bringing the items that a source holds up to date.
  struct Walk {
    /// The identifiers of the source.
    var seen: Set<String> = []
    /// Those of them that items of the person's own have.
    var occupied: [String] = []
    /// Why something could not be written, as at the limit of the app. The rest was only looked at.
    var refusal: CommandError?
  }

  /// Writes the items of the source that differ from those in the library.
  func walk(
    _ reader: any SourceReader, _ files: SourceFiles, _ writer: StoreWriter,
    _ library: any ItemLibrary, _ progress: inout ProgressLine
  ) throws -> Walk {
    let scope = IndexScope(app: source.app)
    var walk = Walk()
    try reader.forEachItem { item, fraction in
      guard walk.seen.insert(item.uniqueIdentifier).inserted, walk.refusal == nil else { return }
      let stored = try library.item(item.uniqueIdentifier, in: scope)
      if let stored, try !source.wrote(stored) {
        return walk.occupied.append(item.uniqueIdentifier)
      }
      let encoded = try ItemCodec.encode(
        files.failures.isEmpty ? item : item.keepingIcon(of: stored))
      if !(stored?.bytes.elementsEqual(encoded) ?? false) {
        walk.refusal = Self.failure { () throws(CommandError) in try writer.put(encoded) }
      }
      progress.update(count: walk.seen.count, fraction: fraction)
    }
    if walk.refusal == nil {
      walk.refusal = Self.failure { () throws(CommandError) in try writer.finish() }
    }
    return walk
  }

  private static func failure(of body: () throws(CommandError) -> Void) -> CommandError? {
    do throws(CommandError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// The items that an import wrote and the source holds no more, besides those that stay since what they come from
  /// cannot be read: these are counted.
  func vanished(
    besides seen: Set<String>, _ files: SourceFiles, _ library: any ItemLibrary,
    _ result: inout Result
  ) throws -> (identifiers: [String], missing: [String]) {
    var identifiers: [String] = []
    result.keptCount = 0
    let missing = try library.forEachItem(in: .scope(IndexScope(app: source.app))) { _, item in
      let identifier = item.uniqueIdentifier
      guard !seen.contains(identifier), try source.wrote(item) else { return true }
      if files.keepsItem(at: try item.path) {
        result.keptCount += 1
      } else {
        identifiers.append(identifier)
      }
      return true
    }
    return (identifiers, missing)
  }
}

extension ImportSource {
  /// Whether an import of the source wrote an item.
  fileprivate func wrote(_ item: EncodedItem) throws -> Bool {
    writes(
      domain: item.domainIdentifier, type: try item.decodedValue(for: .builtIn(.contentType)))
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
