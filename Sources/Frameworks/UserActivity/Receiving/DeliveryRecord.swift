internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// What was delivered to the app lately and is not on the screen yet, as far as that is known.
final class DeliveryRecord: Sendable {
  private struct Entry: Sendable {
    let delivery: UInt64
    /// The keys of states that show what was delivered.
    let keys: Set<String>
  }

  private let entries = Mutex<[Entry]>([])

  /// Takes note of a delivery.
  func note(_ activity: WireActivity, _ delivery: UInt64) {
    let entry = Entry(delivery: delivery, keys: Self.keys(of: activity))
    entries.withLock { $0.append(entry) }
  }

  /// Forgets a delivery.
  func forget(_ delivery: UInt64) {
    entries.withLock { $0.removeAll { $0.delivery == delivery } }
  }

  /// Takes note that an activity became current.
  ///
  /// - Returns: The delivery that is shown by that, the first time.
  func restored(by record: ActivityRecord) -> UInt64? {
    guard entries.withLock({ !$0.isEmpty }) else { return nil }
    let (delivery, reading) = record.withLock { state in
      (state.life.delivery, try? state.reading(ofType: record.activityType))
    }
    // What is delivered comes without attributes, by which history may tell states apart.
    let keys = reading.map { [$0.key, StateKey.of($0.activity, nil)] } ?? []
    return take { $0.delivery == delivery || !$0.keys.isDisjoint(with: keys) }
  }

  /// Takes note that a window is there.
  ///
  /// - Returns: The latest delivery, the first time.
  func windowWasShown() -> UInt64? { take { _ in true } }

  private func take(_ isMeant: (Entry) -> Bool) -> UInt64? {
    entries.withLock { entries in
      entries.lastIndex(where: isMeant).map { entries.remove(at: $0).delivery }
    }
  }

  /// The keys of the activity's own state and, where an item was chosen, of activities of that item.
  private static func keys(of activity: WireActivity) -> Set<String> {
    let own = StateKey.of(activity, nil)
    // The names that Core Spotlight has for them.
    guard activity.type == "com.apple.corespotlightitem",
      case .text(let identifier)? = activity.userInfo["kCSSearchableItemActivityIdentifier"]
    else { return [own] }
    var attributes = Attributes()
    attributes[.weakRelatedUniqueIdentifier] = .string(identifier)
    let item = try? IndexChange.encode(Item(uniqueIdentifier: "activity", attributes: attributes))
    return [own, StateKey.ofItem(identifier), StateKey.of(activity, item)]
  }
}
