internal import FresnelModel

extension MemoryRecord {
  /// Records without names, as those of the first version; the second one appends them.
  private static let (firstVersion, version): (UInt8, UInt8) = (1, 2)

  private struct Traits: OptionSet {
    let rawValue: UInt8
    static let isHidden = Traits(rawValue: 1)
    static let all: Traits = [.isHidden]
  }

  fileprivate struct EntryTraits: OptionSet {
    let rawValue: UInt8
    static let isFirstLetter = EntryTraits(rawValue: 1)
    static let isPinned = EntryTraits(rawValue: 2)
    static let all: EntryTraits = [.isFirstLetter, .isPinned]
  }

  /// The one encoding of the record.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(names.isEmpty ? Self.firstVersion : Self.version)
    writer.append(mass)
    writer.append(isHidden ? Traits.isHidden.rawValue : 0)
    writer.append(keyNumber)
    writer.append(varint: UInt64(entries.count))
    for entry in entries {
      var traits: EntryTraits = []
      if entry.isFirstLetter { traits.insert(.isFirstLetter) }
      if entry.pinned != nil { traits.insert(.isPinned) }
      writer.append(entry.hash)
      writer.append(traits.rawValue)
      writer.append(varint: entry.choiceCount)
      for date in [entry.last, entry.beforeLast] {
        writer.append(date != nil)
        if let date { writer.append(date.secondsSinceReferenceDate) }
      }
      if let pinned = entry.pinned { writer.append(pinned.secondsSinceReferenceDate) }
    }
    if !names.isEmpty { for part in names.parts { writer.append(part) } }
    return writer.finish()
  }

  /// Reads a record from bytes that may be anything. What a later version appended is left out.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  package init(encoded: [UInt8]) throws(WireError) {
    self.init()
    var reader = WireReader(encoded)
    let version = try reader.integer(UInt8.self)
    guard version >= Self.firstVersion else { throw Self.malformed }
    mass = try reader.double()
    let traits = Traits(rawValue: try reader.integer())
    isHidden = traits.contains(.isHidden)
    keyNumber = try reader.integer()
    let count = try reader.varint()
    guard mass.isFinite, mass >= 0, traits.isSubset(of: .all), count <= Self.entryCount else {
      throw Self.malformed
    }
    for _ in 0..<count {
      let entry = try Entry(&reader)
      if let last = entries.last, last.hash >= entry.hash { throw Self.malformed }
      entries.append(entry)
    }
    if version >= Self.version {
      var parts: [UInt64] = []
      for _ in 0..<NameBeginnings.longest { parts.append(try reader.integer()) }
      names = NameBeginnings(parts: parts)
      if version == Self.version, names.isEmpty { throw Self.malformed }
    }
    if version <= Self.version { try reader.finish() }
  }

  fileprivate static var malformed: WireError {
    WireError(.malformed, "The record of texts is damaged.")
  }
}

extension MemoryRecord.Entry {
  fileprivate init(_ reader: inout WireReader) throws(WireError) {
    let hash = try reader.integer(UInt64.self)
    let traits = MemoryRecord.EntryTraits(rawValue: try reader.integer())
    self.init(hash, isFirstLetter: traits.contains(.isFirstLetter))
    choiceCount = try reader.varint()
    last = try Self.date(&reader)
    beforeLast = try Self.date(&reader)
    if traits.contains(.isPinned) { pinned = try Self.date(in: &reader) }
    // One that was chosen has a date, one that was chosen more than once has two.
    guard traits.isSubset(of: .all), (last != nil) == (choiceCount > 0),
      (beforeLast != nil) == (choiceCount > 1), choiceCount > 0 || pinned != nil
    else { throw MemoryRecord.malformed }
    if let last, let beforeLast, beforeLast > last { throw MemoryRecord.malformed }
  }

  private static func date(_ reader: inout WireReader) throws(WireError) -> Timestamp? {
    try reader.flag() ? try date(in: &reader) : nil
  }

  private static func date(in reader: inout WireReader) throws(WireError) -> Timestamp {
    let seconds = try reader.double()
    guard seconds.isFinite else { throw MemoryRecord.malformed }
    return Timestamp(secondsSinceReferenceDate: seconds)
  }
}
