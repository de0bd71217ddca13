internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What the person chose of the entities in one store, in memory: so that a search reads nothing for it.
final class Engagement: Sendable {
  /// An entity: an app, and the key of a ``Choice``.
  struct Entity: Hashable, Sendable {
    let app: String
    let key: String
  }

  /// A reading of the store, by which it is known whether the store was opened anew meanwhile.
  struct Reading: Sendable {
    fileprivate let number: Int
  }

  private struct State {
    /// `nil` before they were read.
    var known: KnownThings?
    /// What changed before they were read, which may be newer than what is read: by entity, what is kept, `nil` for
    /// nothing.
    var changes: [Entity: ChoiceRecords?] = [:]
    /// The apps of which nothing is to be kept that was there before the changes.
    var forgottenApps: Set<String> = []
    /// How often the store was opened.
    var openings = 0
    var forgettings = Forgettings()
  }

  private let state = Mutex(State())
  /// More are not kept in memory: those that were chosen least recently are left out.
  static let limit = KnownThings.limit

  /// What is known of the choices of an entity; `nil` of one that was chosen in its app alone.
  subscript(_ entity: Entity) -> EngagementRecord? {
    let counts = state.withLock { $0.known?.things[entity]?.records.counts }
    return counts.flatMap { $0.choiceCount > 0 ? $0 : nil }
  }

  /// All that is known, as it is now; `nil` before it was read.
  var known: KnownThings? { state.withLock { $0.known } }

  /// How often something was forgotten for the person: what was read before that is to be read again.
  var forgettingCount: Int { state.withLock { $0.forgettings.total } }

  /// Now, for what is chosen of an app.
  func moment(of app: String) -> Forgettings.Moment {
    state.withLock { $0.forgettings.moment(of: app) }
  }

  /// Whether the person had a thing forgotten since some moment, or more than is known of since then.
  ///
  /// - Parameters:
  ///   - identifier: What it is called by; `nil` for what has no name of its own.
  ///   - app: Whose it is.
  ///   - moment: The moment, of the same app.
  /// - Returns: Whether it was forgotten.
  func isForgotten(_ identifier: String?, of app: String, since moment: Forgettings.Moment) -> Bool
  {
    state.withLock { $0.forgettings.isForgotten(identifier, of: app, since: moment) }
  }

  /// The keys of what is known of an app and meets a condition, before it was read, too: those of choices that are being
  /// written are among them.
  func keys(of app: String, where isWanted: (String, ChoiceRecords) -> Bool) -> [String] {
    state.withLock { state in
      var keys =
        state.known?.things.values.filter { $0.entity.app == app }
        .filter { isWanted($0.entity.key, $0.records) }.map(\.entity.key) ?? []
      for case (let entity, let records?) in state.changes where entity.app == app {
        if isWanted(entity.key, records) { keys.append(entity.key) }
      }
      return keys
    }
  }

  /// Counts that the person has something forgotten, also where nothing is known of it.
  ///
  /// - Parameter app: Of which app; `nil` for all.
  func noteForgetting(of app: String?) {
    state.withLock { $0.forgettings.note(of: app) }
  }

  /// Counts that the person has texts forgotten, also where none is known.
  ///
  /// - Parameters:
  ///   - app: Of whose things; `nil` for everybody's.
  ///   - origin: Where they were typed; `nil` for anywhere.
  func noteForgettingTexts(of app: String?, from origin: SearchTexts.Origin?) {
    state.withLock { $0.forgettings.noteTexts(of: app, from: origin) }
  }

  /// Whether the person had texts of an app's things forgotten since some moment, of the same app.
  func areTextsForgotten(
    from origin: SearchTexts.Origin, of app: String, since moment: Forgettings.Moment
  ) -> Bool {
    state.withLock { $0.forgettings.areTextsForgotten(from: origin, of: app, since: moment) }
  }

  /// Whether so much changed before the store was read that it has to be read.
  var isOverdue: Bool { state.withLock { $0.changes.count >= Self.limit / 5 } }

  /// All that is known, of entities whose keys begin with a text.
  func records(startingWith prefix: String) -> [(entity: Entity, counts: EngagementRecord)] {
    let things = known?.things ?? [:]
    return things.values.filter { $0.entity.key.hasPrefix(prefix) }
      .map { ($0.entity, $0.records.counts) }
  }

  /// Whether anything is known; `nil` before it was read.
  var isEmpty: Bool? { state.withLock { $0.known?.things.isEmpty } }

  /// To be called before the snapshot's records are read.
  ///
  /// - Returns: What ``fill(_:since:)`` is handed; `nil` where nothing has to be read.
  func beginFilling() -> Reading? {
    state.withLock { $0.known == nil ? Reading(number: $0.openings) : nil }
  }

  /// Takes what was read.
  func fill(_ latest: LatestChoices, since reading: Reading) {
    state.withLock { state in
      // Another thread was faster, and its list may have changed since; or it is another store by now.
      guard state.known == nil, state.openings == reading.number else { return }
      state.known = KnownThings(
        latest.things.filter { !state.forgottenApps.contains($0.entity.app) })
      for (entity, records) in state.changes { _ = Self.change(&state.known, entity, records) }
      state.changes = [:]
      state.forgottenApps = []
    }
  }

  /// An entity has other records, or none any more.
  func note(_ records: ChoiceRecords?, of entity: Entity) {
    state.withLock { state in
      // In place: a copy of all would be felt.
      if Self.change(&state.known, entity, records) { return }
      state.changes[entity] = .some(records)
    }
  }

  /// Nothing is known of some entities any more, as the person wants it; also of none that are known by now.
  func forget(_ entities: [Entity]) {
    state.withLock { state in
      for app in Set(entities.map(\.app)) { state.forgettings.note(of: app) }
      for entity in entities where !Self.change(&state.known, entity, nil) {
        state.changes[entity] = .some(nil)
      }
    }
  }

  /// Nothing is known of some entities any more, as the person named them. What is on its way of them is forgotten, and of
  /// nothing else.
  ///
  /// - Parameters:
  ///   - entities: Those that something is known of.
  ///   - identifiers: The names.
  ///   - app: Whose things they name; `nil` for everybody's.
  func forget(_ entities: [Entity], named identifiers: Set<String>, of app: String?) {
    state.withLock { state in
      state.forgettings.note(identifiers, of: app)
      for entity in entities where !Self.change(&state.known, entity, nil) {
        state.changes[entity] = .some(nil)
      }
    }
  }

  /// Nothing is known of an app any more, or of all, as the store was opened anew.
  func forget(_ app: String?) {
    state.withLock { state in
      guard let app else {
        state = State(openings: state.openings + 1, forgettings: state.forgettings)
        return
      }
      state.forgettings.note(of: app)
      if state.known == nil {
        state.forgottenApps.insert(app)
        state.changes = state.changes.filter { $0.key.app != app }
      } else {
        state.known?.remove(app: app)
      }
    }
  }

  /// Changes what is known of an entity; returns whether anything was read by now.
  private static func change(
    _ known: inout KnownThings?, _ entity: Entity, _ records: ChoiceRecords?
  ) -> Bool {
    guard let records else { return known?.remove(entity) != nil }
    guard known?.put(KnownThing(entity, records)) != nil else { return false }
    known?.trim()
    return true
  }
}
