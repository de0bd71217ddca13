import FresnelModel
import SpotlightWire
import Testing

@Suite("WireActivity")
struct WireActivityTests {
  private func outcome(_ activity: WireActivity) -> WireError.Code? {
    let isRefused = EncodedForm.of(WireActivity.self).refuses(activity.encoded, "\(activity.type)")
    do throws(WireError) {
      try activity.check()
      #expect(!isRefused)
      return nil
    } catch {
      #expect(isRefused)
      return error.code
    }
  }

  private func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  @Test("Keywords and required keys have one order, and each is there once")
  func order() {
    var activity = WireActivity(
      type: "a", keywords: ["b", "a", "é", "b", "e\u{301}"], requiredKeys: ["y", "x", "y"])
    #expect(
      activity.keywords.map { Array($0.utf8) }
        == ["a", "b", "e\u{301}", "é"].map { Array($0.utf8) })
    #expect(activity.requiredKeys == ["x", "y"])
    activity.keywords = ["d", "c", "d"]
    activity.requiredKeys = ["z", "x"]
    #expect(activity.keywords == ["c", "d"])
    #expect(activity.requiredKeys == ["x", "z"])
    #expect(WireActivity(type: "a", requiredKeys: []) != WireActivity(type: "a"))
  }

  @Test("What is beyond a limit can neither be sent nor read")
  func limits() {
    #expect(outcome(WireActivity(type: text(1024), title: text(4096))) == nil)
    #expect(outcome(WireActivity(type: "")) == .malformed)
    #expect(outcome(WireActivity(type: text(1025))) == .tooLarge)
    #expect(outcome(WireActivity(type: "a", title: text(4097))) == .tooLarge)
    #expect(outcome(WireActivity(type: "a", keywords: (0..<256).map { "\($0)" })) == nil)
    #expect(outcome(WireActivity(type: "a", keywords: (0..<257).map { "\($0)" })) == .tooLarge)
    let page = "https://" + text((64 << 10) - 8)
    #expect(outcome(WireActivity(type: "a", webpage: page)) == nil)
    #expect(outcome(WireActivity(type: "a", webpage: page + "a")) == .tooLarge)
    #expect(outcome(WireActivity(type: "a", referrer: page + "a")) == .tooLarge)
    #expect(outcome(WireActivity(type: "a", targetContentIdentifier: page + "a")) == .tooLarge)
    #expect(outcome(WireActivity(type: "a", persistentIdentifier: page + "a")) == .tooLarge)
    #expect(
      outcome(WireActivity(type: "a", keywords: (0..<200).map { "\($0)" + text(1400) }))
        == .tooLarge)
    let data = ActivityValue.data([UInt8](repeating: 0, count: 256 << 10))
    #expect(
      outcome(WireActivity(type: "a", userInfo: ActivityDictionary([(.text("a"), data)])))
        == .tooLarge)
    #expect(
      outcome(WireActivity(type: "a", userInfo: ActivityDictionary([(.null, .null)]))) == .malformed
    )
  }

  @Test(
    "A webpage is of the web",
    arguments: [
      ("https://example.com", true), ("http://example.com", true), ("HTTPS:example", true),
      ("ftp://example.com", false), ("https", false), ("javascript:0", false), ("", false),
      (" http://example.com", false),
    ])
  func webpages(url: String, isWeb: Bool) {
    #expect(outcome(WireActivity(type: "a", webpage: url)) == (isWeb ? nil : .malformed))
    let summary = ActivitySummary(number: 1, type: "a", webpage: url)
    #expect(EncodedForm.of(ActivitySummary.self).refuses(summary.bytes, "\(url)") != isWeb)
  }

  @Test("What is no dictionary cannot be carried, and unknown flags are refused")
  func damage() {
    let form = EncodedForm.of(WireActivity.self)
    let bytes = WireActivity(type: "a").encoded
    #expect(bytes == [1, 0x61, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(form.refuses([1, 0x61, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0], "an array"))
    #expect(form.refuses(bytes.dropLast() + [32], "a flag"))
    // Keywords that descend, and one that is there twice.
    #expect(form.refuses([1, 0x61, 0, 2, 1, 0x62, 1, 0x61] + bytes.dropFirst(4), "descending"))
    #expect(form.refuses([1, 0x61, 0, 2, 1, 0x61, 1, 0x61] + bytes.dropFirst(4), "twice"))
  }

  @Test("A summary tells nothing of what an activity carries")
  func summary() {
    let activity = SampleActivities.activity
    let summary = ActivitySummary(of: activity, number: 7, needsSaving: true)
    #expect(summary.title == "Lemon Tart" && summary.type == activity.type)
    #expect(summary.flags == activity.flags && summary.needsSaving)
    let secret = Array("kitchen".utf8)
    let bytes = summary.bytes
    #expect(!bytes.indices.contains { bytes[$0...].starts(with: secret) })
  }
}
