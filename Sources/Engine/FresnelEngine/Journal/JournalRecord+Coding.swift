import FresnelModel
import FresnelStorage

// The engine's frames, little-endian. `Documentation/formats/journal.md` describes frames and records;
// here is what the records of each kind of frame hold.
//
// Kind 16, a batch. The first record is its head; each further record is one encoded item, in the
// order in which the head's operations put them.
//
//   offset  bytes  field of the head
//        0      1  version: 2 if it has renewals, else 1
//        1      1  flags: 1 has a client state
//        2      2  0
//        4      4  number of operations, m
//        8      8  time of application: seconds since 1 January 2001 as a binary64
//       16      s  app, a string: 4 bytes of length, then UTF-8
//        .      s  index, a string
//        .      s  client state, like a string; only with flag 1
//        .      .  m operations
//
//   An operation is 1 byte of kind, 4 bytes of count n, then for
//     1, put               nothing: n item records belong to it
//     2, delete items      n strings, unique identifiers
//     3, delete domains    n strings
//     4, delete all        nothing; n is 0
//     5, renew             n times: 1 byte, 1 if the item expires or else 0; 8 bytes, when it does:
//                          seconds as a binary64, or else 0; the unique identifier, a string
//     6, patch             nothing: n item records belong to it, partial updates
//
// Items that are put are whole. (Journals written before renewals were may have partial updates among
// them, which merge into the item that is stored at that point.) An item that was stored already, byte
// for byte, is left out; one that differed only in when it expires is renewed. One that differed only in what no
// term and no row has is patched: what the partial update sets or removes, and its expiry, be that
// none, replaces the item's.
//
// Kind 17, loss found. One record: version 1 in 1 byte, 7 bytes 0, the loss count in 8 bytes.
//
// Kind 18, loss acknowledged. One record: as kind 17, then app and index as strings.
//
// Kind 19, index dropped. One record: version 4 in 1 byte, then app and index as strings. The items and the
// client state of the index go, and it is as if it had never been.

extension FrameKind {
  static let batch = FrameKind(rawValue: FrameKind.firstOfOwner)
  static let lossFound = FrameKind(rawValue: FrameKind.firstOfOwner + 1)
  static let lossAcknowledged = FrameKind(rawValue: FrameKind.firstOfOwner + 2)
  static let scopeDropped = FrameKind(rawValue: FrameKind.firstOfOwner + 3)
}

extension JournalRecord {
  /// The version of records that every version of this software reads.
  private static let firstVersion: UInt8 = 1
  /// The version of records that hold renewals.
  private static let renewalsVersion: UInt8 = 2
  /// The version of records that hold patches.
  private static let patchesVersion: UInt8 = 3
  /// The version of records that drop an index, and the highest that is known.
  private static let version: UInt8 = 4

  /// The kind of the frame that holds the record.
  var frameKind: FrameKind {
    switch self {
    case .batch: .batch
    case .lossFound: .lossFound
    case .lossAcknowledged: .lossAcknowledged
    case .scopeDropped: .scopeDropped
    }
  }

  /// The frame's first record.
  func head() -> [UInt8] {
    var writer = ByteFieldWriter()
    writer.append(leastVersion)
    switch self {
    case .batch(let batch):
      writer.append(UInt8(batch.clientState == nil ? 0 : 1))
      writer.append(UInt16(0))
      writer.append(UInt32(batch.operations.count))
      writer.append(batch.time.secondsSinceReferenceDate.bitPattern)
      writer.append(batch.scope)
      if let clientState = batch.clientState { writer.append(string: clientState) }
      for operation in batch.operations {
        switch operation {
        case .put(let items): writer.append(kind: 1, count: items.count)
        case .deleteIdentifiers(let identifiers):
          writer.append(kind: 2, count: identifiers.count)
          for identifier in identifiers { writer.append(string: Array(identifier.utf8)) }
        case .deleteDomains(let domains):
          writer.append(kind: 3, count: domains.count)
          for domain in domains { writer.append(string: Array(domain.utf8)) }
        case .deleteAll: writer.append(kind: 4, count: 0)
        case .renew(let renewals):
          writer.append(kind: 5, count: renewals.count)
          for renewal in renewals { writer.append(renewal) }
        case .patch(let items): writer.append(kind: 6, count: items.count)
        }
      }
    case .lossFound(let count): writer.append(lossCount: count)
    case .lossAcknowledged(let scope, let count):
      writer.append(lossCount: count)
      writer.append(scope)
    case .scopeDropped(let scope): writer.append(scope)
    }
    return writer.bytes
  }

  /// The first version that has all that the record holds.
  private var leastVersion: UInt8 {
    if case .scopeDropped = self { return Self.version }
    guard case .batch(let batch) = self else { return Self.firstVersion }
    return batch.operations.reduce(Self.firstVersion) { version, operation in
      switch operation {
      case .patch: Self.patchesVersion
      case .renew: max(version, Self.renewalsVersion)
      case .put, .deleteIdentifiers, .deleteDomains, .deleteAll: version
      }
    }
  }

  /// The items whose bytes follow the head, each in a record of its own.
  var items: [EncodedItem] {
    guard case .batch(let batch) = self else { return [] }
    return batch.operations.flatMap { operation -> [EncodedItem] in
      switch operation {
      case .put(let items), .patch(let items): return items
      case .deleteIdentifiers, .deleteDomains, .deleteAll, .renew: return []
      }
    }
  }

  /// Reads a frame's records; items share the frame's buffer or have copies of their bytes.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Code/unreadable`` when they are not what this
  ///   version writes, although their checksums agree.
  init(
    kind: FrameKind, records: Frame.Records, sharingBuffer: Bool
  ) throws(StoreError) {
    var records = records.makeIterator()
    guard let head = records.next() else { throw Self.malformed("the frame is empty") }
    var reader = ByteFieldReader(head.bytes, of: "A record of the journal")
    guard try reader.integer(UInt8.self) <= Self.version else {
      throw StoreError(.unreadable, "The journal was written by a newer version of this software.")
    }
    switch kind {
    case .batch:
      self = .batch(
        try Self.batch(
          &reader, sharingBuffer: sharingBuffer, itemRecords: { records.next() }))
    case .lossFound:
      self = .lossFound(try reader.lossCount())
    case .lossAcknowledged:
      let count = try reader.lossCount()
      self = .lossAcknowledged(try reader.scope(), count)
    case .scopeDropped: self = .scopeDropped(try reader.scope())
    default:
      throw StoreError(
        .unreadable,
        "The journal holds a frame of kind \(kind.rawValue), which this version does not know.")
    }
    guard reader.isAtEnd, records.next() == nil else {
      throw Self.malformed("something follows it")
    }
  }

  private static func batch(
    _ reader: inout ByteFieldReader, sharingBuffer: Bool, itemRecords: () -> Frame.Record?
  ) throws(StoreError) -> BatchRecord {
    let flags = try reader.integer(UInt8.self)
    _ = try reader.integer(UInt16.self)
    let operationCount = try reader.integer(UInt32.self)
    let time = Double(bitPattern: try reader.integer(UInt64.self))
    let scope = try reader.scope()
    let clientState = flags & 1 != 0 ? Array(try reader.bytes()) : nil
    var operations: [BatchRecord.Operation] = []
    for _ in 0..<operationCount {
      let kind = try reader.integer(UInt8.self)
      let count = Int(try reader.integer(UInt32.self))
      switch kind {
      case 1, 6:
        var items: [EncodedItem] = []
        for _ in 0..<count {
          guard let record = itemRecords() else { throw malformed("an item is missing") }
          items.append(try item(record, sharingBuffer: sharingBuffer))
        }
        operations.append(kind == 1 ? .put(items) : .patch(items))
      case 2: operations.append(.deleteIdentifiers(try reader.strings(count)))
      case 3: operations.append(.deleteDomains(try reader.strings(count)))
      case 4: operations.append(.deleteAll)
      case 5:
        var renewals: [Renewal] = []
        for _ in 0..<count { renewals.append(try reader.renewal()) }
        operations.append(.renew(renewals))
      default: throw malformed("operation \(kind) is unknown")
      }
    }
    return BatchRecord(
      scope: scope, time: Timestamp(secondsSinceReferenceDate: time), operations: operations,
      clientState: clientState)
  }

  private static func item(
    _ record: Frame.Record, sharingBuffer: Bool
  ) throws(StoreError) -> EncodedItem {
    do throws(ModelError) {
      if sharingBuffer { return try EncodedItem(opening: record.buffer, in: record.range) }
      return try EncodedItem(opening: Array(record.bytes))
    } catch {
      throw malformed(error.message)
    }
  }

  private static func malformed(_ what: String) -> StoreError {
    StoreError(.unreadable, "A record of the journal is not as it should be: \(what).")
  }
}

extension ByteFieldWriter {
  fileprivate mutating func append(kind: UInt8, count: Int) {
    append(kind)
    append(UInt32(count))
  }

  fileprivate mutating func append(_ renewal: Renewal) {
    append(UInt8(renewal.expiration == nil ? 0 : 1))
    append((renewal.expiration?.secondsSinceReferenceDate ?? 0).bitPattern)
    append(string: renewal.identifier)
  }

  fileprivate mutating func append(lossCount: UInt64) {
    for _ in 0..<7 { append(UInt8(0)) }
    append(lossCount)
  }
}

extension ByteFieldReader {
  fileprivate mutating func renewal() throws(StoreError) -> Renewal {
    let expires = try integer(UInt8.self) != 0
    let seconds = Double(bitPattern: try integer(UInt64.self))
    return Renewal(
      identifier: Array(try bytes()),
      expiration: expires ? Timestamp(secondsSinceReferenceDate: seconds) : nil)
  }

  fileprivate mutating func lossCount() throws(StoreError) -> UInt64 {
    for _ in 0..<7 { _ = try integer(UInt8.self) }
    return try integer(UInt64.self)
  }
}
