import FresnelModel
import SpotlightWire

/// Values of activities and of results that fill all of their fields.
enum SampleActivities {
  static let userInfo = ActivityDictionary([
    (.text("recipe"), .integer(42)),
    (.text("servings"), .double(2.5)),
    (.text("marks"), .set([.text("quick"), .text("cold"), .text("quick")])),
    (
      .text("kitchen"),
      .array([
        .null, .boolean(false), .boolean(true), .integer(-1), .unsigned(.max),
        .date(Timestamp(secondsSinceReferenceDate: 86_400)), .data([1, 2, 3]),
        .url("https://example.com/"),
        .dictionary(ActivityDictionary([(.integer(1), .text("Café"))])),
      ])
    ),
  ])

  static let activity = WireActivity(
    type: "com.example.recipes.view", title: "Lemon Tart", keywords: ["tart", "lemon"],
    userInfo: userInfo, requiredKeys: ["recipe"], webpage: "https://example.com/recipes/42",
    referrer: "https://example.com/", targetContentIdentifier: "recipe-42",
    persistentIdentifier: "view-42",
    expiration: Timestamp(secondsSinceReferenceDate: 800_000_000),
    flags: [.handoff, .search, .streams])

  /// The one that the page in the documentation explains.
  static let smallActivity = WireActivity(
    type: "com.example.view", title: "Tart",
    userInfo: ActivityDictionary([(.text("id"), .integer(42))]),
    requiredKeys: ["id"], flags: [.handoff, .search])

  static let record: StateRecord = {
    var record = StateRecord(
      activity: activity, firstVisit: Timestamp(secondsSinceReferenceDate: 790_000_000),
      relatedIndex: "main")
    record.noteVisit(at: Timestamp(secondsSinceReferenceDate: 790_000_100))
    return record
  }()

  static let signals = EntitySignals(
    visits: EntitySignals.Tally(count: 300, last: Timestamp(secondsSinceReferenceDate: 1)),
    choices: EntitySignals.Tally(count: 2, last: Timestamp(secondsSinceReferenceDate: 2)),
    restoreMilliseconds: 120)

  /// Every sort of value, by name, with its bytes and the way they are read.
  static let all: [(name: String, bytes: [UInt8], form: EncodedForm)] = [
    ("value.null", ActivityValue.null.bytes, .of(ActivityValue.self)),
    ("value.false", ActivityValue.boolean(false).bytes, .of(ActivityValue.self)),
    ("value.true", ActivityValue.boolean(true).bytes, .of(ActivityValue.self)),
    ("value.integer", ActivityValue.integer(-300).bytes, .of(ActivityValue.self)),
    ("value.unsigned", ActivityValue.unsigned(.max).bytes, .of(ActivityValue.self)),
    ("value.double", ActivityValue.double(2.5).bytes, .of(ActivityValue.self)),
    (
      "value.date", ActivityValue.date(Timestamp(secondsSinceReferenceDate: 1)).bytes,
      .of(ActivityValue.self)
    ),
    ("value.text", ActivityValue.text("Café").bytes, .of(ActivityValue.self)),
    ("value.data", ActivityValue.data([1, 2]).bytes, .of(ActivityValue.self)),
    ("value.url", ActivityValue.url("file:///a").bytes, .of(ActivityValue.self)),
    (
      "value.array", ActivityValue.array([.text("b"), .text("a")]).bytes, .of(ActivityValue.self)
    ),
    ("value.set", ActivityValue.set([.text("b"), .text("a")]).bytes, .of(ActivityValue.self)),
    ("value.dictionary", ActivityValue.dictionary(userInfo).bytes, .of(ActivityValue.self)),
    ("activity", activity.bytes, .of(WireActivity.self)),
    ("activity.small", smallActivity.bytes, .of(WireActivity.self)),
    ("activity.least", WireActivity(type: "a").bytes, .of(WireActivity.self)),
    ("record", record.encoded, .record),
    (
      "summary", ActivitySummary(of: activity, number: 7, needsSaving: true).bytes,
      .of(ActivitySummary.self)
    ),
    (
      "summary.least", ActivitySummary(number: 1, type: "a").bytes, .of(ActivitySummary.self)
    ),
    ("signals", signals.encoded, .signals),
    ("signals.none", EntitySignals().encoded, .signals),
    (
      "target.item",
      WireTarget.item(
        scope: IndexScope(app: "com.example.recipes", index: "main"), identifier: "recipe-42",
        action: "print"
      ).bytes, .of(WireTarget.self)
    ),
    (
      "target.activity",
      WireTarget.activity(
        app: "com.example.recipes", key: StateKey.of(activity, nil), smallActivity
      ).bytes, .of(WireTarget.self)
    ),
    (
      "target.continuedSearch", WireTarget.continuedSearch(app: "com.example.recipes").bytes,
      .of(WireTarget.self)
    ),
    (
      "target.url", WireTarget.url("https://example.com/", app: "com.example.recipes").bytes,
      .of(WireTarget.self)
    ),
  ]
}
