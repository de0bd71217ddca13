internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// What became of the entries that `fresnel index` read.
struct IndexTally {
  /// Items, however often they stand there.
  var indexed: Int { read - repeated }
  /// Entries with an item.
  private(set) var read = 0
  /// Those among them whose item an earlier one had, too.
  private(set) var repeated = 0
  /// What tells items apart that were read.
  private var known: Set<Int> = []
  /// Memory for more would be felt; what is repeated of further items is counted as if it were not.
  private static let mostKnown = 1 << 21
  var skipped = 0
  var warnings = 0
  /// What tells those apart whose date of expiration is past, so that no search finds them.
  private var expiredNames: Set<Int> = []
  private var furtherExpired = 0
  /// Items among those indexed that are expired.
  var expired: Int { expiredNames.count + furtherExpired }
  /// The apps whose items only they change: where the first of the items is, and how many there are.
  var foreign: [String: (place: String, count: Int)] = [:]
  /// Files and folders that hold no JSON.
  var refused = 0
  /// The fields that `--map` names and items have.
  private(set) var mappedFields: Set<String> = []
  /// The fields that are attributes of other names, with those names.
  private var renamedFields: [String: (name: String, place: String)] = [:]
  private var furtherRenamed = 0
  /// The fields that are no attributes, by what was looked at, each with where it stands first and the attribute that
  /// may be meant.
  private var unknownFields: [String: (place: String, near: String)?] = [:]
  /// Files of dictionaries have ever new fields.
  private static let mostUnknownFields = 1_000
  /// The apps of imports that took items which no import wrote, with how many those are.
  private var strays: [String: (source: ImportSource, count: Int)] = [:]

  /// Warnings are often about the same field of every line; so many are written.
  static let shownWarningCount = 20

  /// Counts an entry. The last one with an item is what is stored of it.
  mutating func count(_ identifier: String, in scope: IndexScope, isExpired: Bool) {
    read += 1
    var hasher = Hasher()
    hasher.combine(scope)
    hasher.combine(identifier)
    let name = hasher.finalize()
    if known.contains(name) {
      repeated += 1
    } else if known.count < Self.mostKnown {
      known.insert(name)
    } else {
      furtherExpired += isExpired ? 1 : 0
      return
    }
    if isExpired { expiredNames.insert(name) } else { expiredNames.remove(name) }
  }

  /// Notes what is to be said of an entry whose item is stored.
  ///
  /// - Parameters:
  ///   - content: What the entry holds.
  ///   - scope: Where the item goes.
  ///   - place: Where the entry is.
  ///   - names: The names that `--map` gives to fields, of which is told elsewhere.
  mutating func note(
    _ content: ItemLine.Content, in scope: IndexScope, at place: String,
    unless names: [String: String]
  ) {
    mappedFields.formUnion(content.mappedFields)
    for field in content.unknownFields
    where unknownFields[field] == nil && unknownFields.count < Self.mostUnknownFields {
      let near = names.values.contains(field) ? nil : UnknownAttributes.nameNear(field)
      unknownFields.updateValue(near.map { (place: place, near: $0) }, forKey: field)
    }
    for custom in content.renamedFields where renamedFields[custom.field] == nil {
      if renamedFields.count == Self.shownWarningCount {
        furtherRenamed += 1
      } else {
        renamedFields[custom.field] = (custom.member.name, place)
      }
    }
    if let source = ImportSource(app: scope.app),
      !source.writes(
        domain: content.item.domainIdentifier,
        type: content.item.attributes[.contentType])
    {
      strays[scope.app, default: (source, 0)].count += 1
    }
  }

  /// Says what a person would not expect.
  ///
  /// - Parameters:
  ///   - names: The names that `--map` gives to fields.
  ///   - context: Where to say it.
  func warn(mapping names: [String: String], _ context: CommandContext) {
    let foreign = foreign.sorted { $0.key < $1.key }
    for (app, items) in foreign.prefix(Self.shownWarningCount) {
      let skipped = "\(counted(items.count, "item")) \(items.count == 1 ? "was" : "were") skipped"
      context.warn(
        "\(items.place): \(DaemonLibrary.foreignSentence(app).withoutFullStop); \(skipped)")
    }
    let unnamed = foreign.count - Self.shownWarningCount
    if unnamed > 0 {
      context.warn("items of \(counted(unnamed, "more app")) were skipped as well")
    }
    let unshown = warnings - Self.shownWarningCount
    if unshown > 0 {
      context.warn(
        "\(counted(unshown, "more value")) \(unshown == 1 ? "is" : "are") not of the attribute's type"
      )
    }
    for (field, (name, place)) in renamedFields.sorted(by: { $0.key < $1.key }) {
      context.warn(
        "\(place): the field \(withoutControls(field)) is kept as the attribute \(name)")
    }
    warnOfMisspelledFields(context)
    if furtherRenamed > 0 {
      context.warn("values of further fields are kept under other names, too")
    }
    for (app, (source, count)) in strays.sorted(by: { $0.key < $1.key }) {
      let object = count == 1 ? "it" : "them"
      context.warn(
        "fresnel import \(source.rawValue) did not write \(counted(count, "item")) of \(app), and neither changes nor "
          + "removes \(object)")
    }
    for field in names.keys.sorted() where read > 0 && !mappedFields.contains(field) {
      context.warn("--map reads the field \(withoutControls(field)), which no item has")
    }
  }

  /// Names the attributes that may be meant by fields that are none. They stay as they are: an app's own attributes
  /// have names of their own.
  private func warnOfMisspelledFields(_ context: CommandContext) {
    let misspelled = unknownFields.compactMap { field, found in
      found.map { (field: field, place: $0.place, near: $0.near) }
    }.sorted { $0.field < $1.field }
    for (field, place, near) in misspelled.prefix(Self.shownWarningCount) {
      context.warn(
        "\(place): \(withoutControls(field)) is no attribute of Core Spotlight's and is kept as one of the app's own; "
          + "did you mean \(near)?")
    }
    let unshown = misspelled.count - Self.shownWarningCount
    if unshown > 0 {
      context.warn("\(counted(unshown, "more name")) may be misspelt as well")
    }
  }

  /// Writes what was done.
  ///
  /// - Parameters:
  ///   - apps: The apps of the items.
  ///   - app: The app that items without one would have had.
  ///   - start: When the work began.
  ///   - asJSON: Whether a program reads it.
  ///   - context: Where to write.
  func report(
    _ apps: Set<String>, else app: String, since start: UInt64, asJSON: Bool,
    _ context: CommandContext
  ) {
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    if asJSON {
      let counts =
        "\"indexed\":\(indexed),\"skipped\":\(skipped),\"warnings\":\(warnings),"
        + "\"expired\":\(expired),\"refused\":\(refused)"
      context.console.writeLine(
        "{\(counts),\"repeated\":\(repeated)}"
      )
      return
    }
    let rate = formatted(count: Int((Double(read) / max(seconds, 0.001)).rounded()))
    let owner = apps.count > 1 ? "\(apps.count) apps" : apps.first ?? app
    var text = "\(counted(indexed, "item")) indexed for \(owner)"
    if indexed > 0 { text += " in \(formatted(seconds: seconds)) (\(rate)/s)" }
    if repeated > 0 {
      text += ", \(counted(repeated, "entry", "entries")) had an id that came before"
    }
    if expired > 0 { text += ", \(formatted(count: expired)) of them expired already" }
    if skipped > 0 { text += ", \(counted(skipped, "entry", "entries")) skipped" }
    context.console.writeLine(text)
  }
}
