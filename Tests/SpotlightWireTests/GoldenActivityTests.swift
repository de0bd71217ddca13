import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

/// `Clients/golden-activities.txt`: the bytes of activities, of what history keeps of them, and of what
/// results have besides an item.
///
/// `FRESNEL_RECORD=1` writes it anew, which is right only together with a new version.
@Suite("Bytes of activities")
struct GoldenActivityTests {
  private static let path = FileSystem.parent(of: GoldenFrames.path) + "/golden-activities.txt"

  private static let head = """
    # Activities and what goes with them, in the form of Documentation/formats/activity.md: the name and
    # the bytes. What follows is the key of a state, as text.

    """

  @Test("Each value has the bytes that were sent and stored before")
  func bytes() throws {
    var text = Self.head
    for (name, bytes, _) in SampleActivities.all { text += GoldenFrames.line("value", name, bytes) }
    for (name, activity) in [
      ("page", SampleActivities.activity), ("required", SampleActivities.smallActivity),
    ] {
      text += "key \(name) \(StateKey.of(activity, nil))\n"
    }
    if Environment["FRESNEL_RECORD"] == "1" {
      try FileSystem.write(Array(text.utf8), to: Self.path, permissions: 0o644)
    }
    let recorded = String(decoding: try FileSystem.contents(of: Self.path), as: UTF8.self)
    #expect(recorded.split(separator: "\n") == text.split(separator: "\n"))
  }

  @Test("Each sample is read back, and refused when it is cut short or goes on")
  func truncations() {
    for (name, bytes, form) in SampleActivities.all {
      #expect(!form.refuses(bytes, "\(name)"))
      for count in bytes.indices {
        #expect(form.refuses(Array(bytes[..<count]), "\(name)"), "\(name), \(count) bytes")
      }
      #expect(form.refuses(bytes + [0], "\(name)"))
    }
  }

  @Test("Damaged bytes are refused, or are another value", arguments: 0..<8 as Range<UInt64>)
  func mutations(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for (name, bytes, form) in SampleActivities.all {
      for _ in 0..<60 {
        let damaged = generator.mutate(bytes, changes: 1 + generator.below(3))
        form.refuses(damaged, "\(name), seed \(seed)")
      }
    }
  }

  @Test("Noise is refused, or is a value", arguments: 0..<4 as Range<UInt64>)
  func noise(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for (name, _, form) in SampleActivities.all {
      for _ in 0..<80 {
        // Small numbers look like tags, lengths and flags.
        let bytes = (0..<generator.below(60)).map { _ in
          UInt8(generator.once(in: 4) ? generator.below(256) : generator.below(13))
        }
        form.refuses(bytes, "\(name), seed \(seed)")
      }
    }
  }

  @Test("Values with any content are read back as they were", arguments: 0..<60 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = RandomActivities(seed: seed)
    let value = random.value()
    try value.check()
    #expect(try ActivityValue.read(value.canonicalBytes) == value, "seed \(seed)")
    let activity = random.activity()
    try activity.check()
    #expect(try WireActivity.read(activity.bytes) == activity, "seed \(seed)")
    #expect(activity.encoded == activity.bytes)
    let record = random.record()
    #expect(try StateRecord(encoded: record.encoded) == record, "seed \(seed)")
    let summary = random.summary()
    #expect(try ActivitySummary.read(summary.bytes) == summary, "seed \(seed)")
    let signals = random.signals()
    #expect(try EntitySignals(encoded: signals.encoded) == signals, "seed \(seed)")
    let target = random.target()
    #expect(try WireTarget.read(target.bytes) == target, "seed \(seed)")
  }
}
