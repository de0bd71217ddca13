import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing

/// Checks the worked example of `Documentation/formats/activity.md` byte for byte.
@Suite("The page on activities")
struct ActivityPageTests {
  private let text: String

  init() throws {
    let root = FileSystem.parent(of: FileSystem.parent(of: GoldenFrames.path))
    text = String(
      decoding: try FileSystem.contents(of: root + "/Documentation/formats/activity.md"),
      as: UTF8.self)
  }

  @Test("The bytes and the key of the example are those of its values")
  func example() {
    let activity = SampleActivities.smallActivity
    var record = StateRecord(
      activity: activity, firstVisit: Timestamp(secondsSinceReferenceDate: 790_000_000))
    record.noteVisit(at: Timestamp(secondsSinceReferenceDate: 790_000_100))
    #expect(
      HexBlocks.bytes(of: text)
        == activity.encoded + record.encoded + SampleActivities.signals.encoded)
    #expect(text.contains("    \(StateKey.of(activity, nil))\n"))
  }
}
