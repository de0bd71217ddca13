internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// All of an activity at one moment, as history takes it.
struct ActivityReading: Sendable {
  let activity: WireActivity
  let attributes: EncodedItem?
  /// The key of its state.
  let key: String
}

/// Why an activity cannot be kept.
struct UnkeepableActivity: Error {
  let reason: String
}

extension ActivityRecord.State {
  /// Whether history is to hear of the activity: it was current, search may find it, and something is owed.
  var isDue: Bool {
    life.isUnsettled && (life.stage == .usable || life.stage == .ending)
      && content.flags.contains(.search) && (life.owesDonation || life.needsSave)
  }

  /// Reads the activity.
  func reading(ofType type: String) throws(UnkeepableActivity) -> ActivityReading {
    let activity = content.activity(ofType: type)
    do throws(WireError) {
      try activity.check()
    } catch {
      throw UnkeepableActivity(reason: error.message)
    }
    let attributes = try content.attributes.map {
      (attached) throws(UnkeepableActivity) in try attached.activityAttributes.encodedForHistory()
    }
    return ActivityReading(
      activity: activity, attributes: attributes, key: StateKey.of(activity, attributes))
  }
}

extension Attributes {
  /// The longest item that history keeps, in bytes.
  private static let longestItem = 512 << 10

  /// The attributes as an item, of which nothing else counts; without the thumbnail where they would be too
  /// long with it.
  fileprivate func encodedForHistory() throws(UnkeepableActivity) -> EncodedItem {
    do throws(ServiceError) {
      let item = try IndexChange.encode(Item(uniqueIdentifier: "activity", attributes: self))
      guard item.byteCount > Self.longestItem, self[.thumbnailData] != nil else { return item }
      var smaller = self
      smaller[.thumbnailData] = nil
      return try IndexChange.encode(Item(uniqueIdentifier: "activity", attributes: smaller))
    } catch {
      throw UnkeepableActivity(reason: error.message)
    }
  }
}
