@testable import FresnelModel
@testable import SpotlightWire

/// Activities as other devices send them and as history keeps them.
///
/// An input whose first byte is even is an activity, another one the record of a state.
enum ActivityTarget: FuzzTarget {
  private static let activity = WireActivity(
    type: "org.example.view", title: "Suppe", keywords: ["soup", "tomato"],
    userInfo: ActivityDictionary([
      (.text("recipe"), .text("soup")), (.text("place"), .array([.integer(3), .double(0.5)])),
      (.integer(1), .dictionary(ActivityDictionary([(.text("a"), .data([1, 2]))]))),
    ]),
    requiredKeys: ["recipe"], webpage: "https://example.org/soup", referrer: "https://example.org/",
    targetContentIdentifier: "soup", persistentIdentifier: "1",
    expiration: Timestamp(secondsSinceReferenceDate: 10), flags: [.search, .handoff])

  static func seeds() throws -> [[UInt8]] {
    var state = StateRecord(
      activity: activity, firstVisit: Timestamp(secondsSinceReferenceDate: 1), relatedIndex: "main")
    var records = [state]
    for visit in 1..<20 {
      state.noteVisit(at: Timestamp(secondsSinceReferenceDate: Double(visit) * 1_000))
    }
    records.append(state)
    return [[0] + activity.encoded, [0] + WireActivity(type: "a").encoded]
      + records.map { [1] + $0.encoded }
  }

  static func examine(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    do throws(WireError) {
      if first & 1 == 0 {
        var reader = WireReader(bytes)
        let activity: WireActivity = try reader.value()
        try reader.finish()
        expect(activity.encoded == bytes, "An activity has two encodings.")
        examine(activity)
      } else {
        let record = try StateRecord(encoded: bytes)
        expect(record.encoded == bytes, "The record of a state has two encodings.")
        examine(record.activity)
      }
    } catch {
      expect(error.code == .malformed, "Broken bytes are not called so.")
    }
  }

  private static func examine(_ activity: WireActivity) {
    let key = StateKey.of(activity, nil)
    expect(key.utf8.count <= StateKey.byteCount, "The key of a state is too long.")
    let kept = activity.requiredKeys.map(activity.userInfo.keeping)
    expect(
      (kept?.entries.count ?? 0) <= activity.userInfo.entries.count, "Required keys add entries.")
  }
}
