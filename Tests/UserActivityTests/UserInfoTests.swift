import Testing

@testable import SpotlightWire
@testable import UserActivity

@Suite("userInfo")
struct UserInfoTests {
  @Test("what an activity carries comes back with its types")
  func roundTrip() throws {
    let date = Date(timeIntervalSinceReferenceDate: 5)
    let url = try #require(URL(string: "https://example.com/a?b"))
    let entries: [AnyHashable: Any] = [
      "text": "a", "whole": 7, "large": UInt64.max, "real": 2.5, "yes": true, "byte": Int8(1),
      "date": date, "data": Data([1, 2]), "url": url, "null": NSNull(), 9: "numbered",
      "list": ["a", 1, ["b": Set(["c"])]] as [Any], "number": NSNumber(value: 3),
    ]
    let check = UserInfoCheck(entries)
    #expect(check.problems.isEmpty)
    #expect(check.values["yes"] == .boolean(true))
    #expect(check.values["byte"] == .integer(1))
    #expect(check.values["real"] == .double(2.5))
    #expect(check.values["large"] == .unsigned(.max))
    let back = check.values.foundationValue
    #expect(back["text"] as? String == "a" && back[9] as? String == "numbered")
    #expect(back["whole"] as? Int == 7 && back["number"] as? Int == 3)
    #expect(back["large"] as? UInt64 == .max && back["real"] as? Double == 2.5)
    #expect(back["yes"] as? Bool == true && back["date"] as? Date == date)
    #expect(back["data"] as? Data == Data([1, 2]) && back["url"] as? URL == url)
    #expect(back["null"] is NSNull)
    let list = try #require(back["list"] as? [Any])
    #expect(list[0] as? String == "a" && list[1] as? Int == 1)
    let inner = try #require(list[2] as? [AnyHashable: Any])
    #expect(inner["b"] as? Set<String> == ["c"])
    #expect(UserInfoCheck(back).values == check.values)
  }

  @Test("whatever the service delivers can be read, also keys that are equal in Swift")
  func delivered() {
    let values = ActivityDictionary([
      (.text("e\u{301}"), .integer(1)), (.text("\u{e9}"), .integer(2)), (.double(2), .integer(3)),
      (.integer(2), .integer(4)), (.text("u"), .url("not a url \u{0}")),
    ])
    let activity = NSUserActivity(
      WireActivity(type: "com.example.view", userInfo: values, flags: .search), delivery: 3)
    #expect(activity.userInfo?["\u{e9}"] as? Int != nil)
    #expect(activity.userInfo?.count ?? 0 >= 3)
    #expect(activity.isEligibleForSearch && !activity.isEligibleForHandoff)
    #expect(activity.record.life.delivery == 3)
  }

  @Test("all may be nested to the depth that an activity can carry, and no deeper")
  func depth() {
    func nested(_ depth: Int) -> Any {
      (1..<depth).reduce("end" as Any) { value, _ in [value] }
    }
    let deepest = UserInfoCheck(["deep": nested(ActivityLimits.depth)])
    #expect(deepest.problems.isEmpty)
    #expect(throws: Never.self) { try ActivityValue.dictionary(deepest.values).check() }
    #expect(UserInfoCheck(["deep": nested(ActivityLimits.depth + 1)]).problems.count == 1)
  }
}
