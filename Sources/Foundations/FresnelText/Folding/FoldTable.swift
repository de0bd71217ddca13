import CICU
import Synchronization

/// What folding makes of each code point under one set of options and one locale's letters.
final class FoldTable: Sendable {
  let options: FoldOptions
  let letters: SeparateLetters
  let isTurkic: Bool
  /// Whether ASCII folds byte by byte, without the table.
  let foldsASCIIDirectly: Bool
  /// Whether all text folds as it does under the root locale.
  let foldsAsRoot: Bool
  private let entries: ScalarTable

  private init(options: FoldOptions, locale: TextLocale) {
    let isTurkic = options.contains(.caseInsensitive) && locale.isTurkic
    let letters =
      options.contains(.diacriticInsensitive)
      ? SeparateLetters(locale: locale) : SeparateLetters()
    self.options = options
    self.letters = letters
    self.isTurkic = isTurkic
    foldsASCIIDirectly = !isTurkic
    foldsAsRoot =
      locale.identifier.isEmpty
      || !isTurkic && letters == FoldTable.table(options: options, locale: .root).letters
    entries = ScalarTable { scalar in
      FoldEntry(scalar, options: options, letters: letters, isTurkic: isTurkic).rawValue
    }
  }

  /// The entry of a code point.
  @inline(__always)
  subscript(scalar: UInt32) -> FoldEntry {
    FoldEntry(rawValue: entries[scalar])
  }

  /// A folder of chunks by the rules of this table.
  func chunkFolder() -> ChunkFolder {
    ChunkFolder(options: options, letters: letters, isTurkic: isTurkic)
  }

  // MARK: - Tables in use

  private struct Key: Hashable {
    let options: FoldOptions
    let locale: TextLocale
  }

  private static let tables = Mutex<[Key: FoldTable]>([:])
  /// More tables than any process needs that does not invent locales.
  private static let maximumCount = 64

  /// The tables of the root locale, by which most text is folded: found without a lock.
  private enum Root {
    static let exact = FoldTable(options: [], locale: .root)
    static let caseInsensitive = FoldTable(options: .caseInsensitive, locale: .root)
    static let diacriticInsensitive = FoldTable(options: .diacriticInsensitive, locale: .root)
    static let insensitive = FoldTable(
      options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
  }

  /// Returns the table of some options and a locale, made once.
  static func table(options: FoldOptions, locale: TextLocale) -> FoldTable {
    if locale.identifier.isEmpty {
      switch options {
      case []: return Root.exact
      case .caseInsensitive: return Root.caseInsensitive
      case .diacriticInsensitive: return Root.diacriticInsensitive
      case [.caseInsensitive, .diacriticInsensitive]: return Root.insensitive
      default: break
      }
    }
    // Without marks to strip, a locale matters only by its way with i.
    let letterLocale =
      options.contains(.diacriticInsensitive)
      ? locale : locale.isTurkic ? TextLocale(identifier: "tr") : .root
    let key = Key(options: options, locale: letterLocale)
    if let table = tables.withLock({ $0[key] }) { return table }
    let table = FoldTable(options: options, locale: letterLocale)
    return tables.withLock { tables in
      if let other = tables[key] { return other }
      if tables.count >= maximumCount { tables.removeAll() }
      tables[key] = table
      return table
    }
  }
}
