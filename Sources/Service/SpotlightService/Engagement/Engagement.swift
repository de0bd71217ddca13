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

  /// `nil` before they were read.
  private let records = Mutex<[Entity: EngagementRecord]?>(nil)
  /// More are not kept in memory: those that were chosen least recently are left out.
  static let limit = 5000

  /// What is known of an entity.
  subscript(_ entity: Entity) -> EngagementRecord? { records.withLock { $0?[entity] } }

  /// All that is known, of entities whose keys begin with a text.
  func records(startingWith prefix: String) -> [(entity: Entity, record: EngagementRecord)] {
    records.withLock { records in
      (records ?? [:]).filter { $0.key.key.hasPrefix(prefix) }.map { ($0.key, $0.value) }
    }
  }

  /// Whether anything is known; `nil` before it was read.
  var isEmpty: Bool? { records.withLock { $0?.isEmpty } }

  /// Takes what was read.
  func fill(_ all: [(Entity, EngagementRecord)]) {
    let latest = all.sorted { $0.1.lastChoice > $1.1.lastChoice }.prefix(Self.limit)
    records.withLock { records in
      var filled = Dictionary(latest.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
      // What was noted since it was read is newer.
      filled.merge(records ?? [:]) { $1 }
      records = filled
    }
  }

  /// An entity has another record, or none any more.
  func note(_ record: EngagementRecord?, of entity: Entity) {
    records.withLock { records in
      guard records != nil else { return }
      records?[entity] = record
      guard let known = records, known.count > Self.limit,
        let oldest = known.min(by: { $0.value.lastChoice < $1.value.lastChoice })
      else { return }
      records?[oldest.key] = nil
    }
  }

  /// Nothing is known of an app any more, or of all.
  func forget(_ app: String?) {
    records.withLock { records in
      records = app == nil ? nil : records?.filter { $0.key.app != app }
    }
  }
}
