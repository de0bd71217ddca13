internal import FresnelModel
package import SpotlightService
package import SpotlightWire

/// What main asks the process of a class.
enum WorkerQuestion: Hashable, Sendable {
  /// Whether an index has items.
  case lookForItems(IndexScope)
  /// What is wrong with an app's part, or with everything, and whether that is to be mended.
  case examine(AppIdentity?, mends: Bool)
  /// To be answered when the process does not look for its key. What became of the search is told before.
  case awaitKey
  /// What comes of compacting its store; only if it has something of an app, where one is named.
  case compact(AppIdentity?)
  /// Which indexes there are, and what is in them.
  case listIndexes

  /// Whether it may be answered for a class that cannot be read by what was noted of it last. An index that were
  /// thought to have no items would leave them behind in its class.
  var mayTrustNotes: Bool {
    switch self {
    case .lookForItems: false
    case .examine, .awaitKey, .compact, .listIndexes: true
    }
  }

  /// What there is to say of a class without a store.
  var answerOfNone: WorkerAnswer {
    switch self {
    case .lookForItems: .holdsItems(false)
    case .examine: .found([])
    case .awaitKey: .keyIsKnown
    case .compact: .compacted([])
    case .listIndexes: .indexes([])
    }
  }
}

/// What the process of a class answers.
enum WorkerAnswer: Hashable, Sendable {
  case holdsItems(Bool)
  case found([ServiceFinding])
  case keyIsKnown
  case compacted([CompactedStore])
  case indexes([IndexReport])
}

extension WorkerQuestion: WireValue {
  /// Appends a number for the case, and what goes with it.
  func write(to writer: inout WireWriter) {
    switch self {
    case .lookForItems(let index):
      writer.append(0 as UInt8)
      writer.append(string: index.app)
      writer.append(string: index.index)
    case .examine(let app, let mends):
      writer.append(1 as UInt8)
      writer.append(optional: app?.identifier)
      writer.append(mends)
    case .awaitKey: writer.append(2 as UInt8)
    case .compact(let app):
      writer.append(3 as UInt8)
      writer.append(optional: app?.identifier)
    case .listIndexes: writer.append(4 as UInt8)
    }
  }

  /// Reads a question.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    switch number {
    case 0:
      self = .lookForItems(IndexScope(app: try reader.string(), index: try reader.string()))
    case 1:
      let app: String? = try reader.optional()
      self = .examine(app.map { AppIdentity(identifier: $0) }, mends: try reader.flag())
    case 2: self = .awaitKey
    case 3:
      let app: String? = try reader.optional()
      self = .compact(app.map { AppIdentity(identifier: $0) })
    case 4: self = .listIndexes
    default: throw WireError(.malformed, "Main asked a worker an unknown question.")
    }
  }
}

extension WorkerAnswer: WireValue {
  /// Appends a number for the case, and what goes with it.
  func write(to writer: inout WireWriter) {
    switch self {
    case .holdsItems(let isFound):
      writer.append(0 as UInt8)
      writer.append(isFound)
    case .found(let findings):
      writer.append(1 as UInt8)
      writer.append(list: findings)
    case .keyIsKnown: writer.append(2 as UInt8)
    case .compacted(let stores):
      writer.append(3 as UInt8)
      writer.append(list: stores)
    case .indexes(let indexes):
      writer.append(4 as UInt8)
      writer.append(list: indexes)
    }
  }

  /// Reads an answer.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    switch number {
    case 0: self = .holdsItems(try reader.flag())
    case 1: self = .found(try reader.list())
    case 2: self = .keyIsKnown
    case 3: self = .compacted(try reader.list())
    case 4: self = .indexes(try reader.list())
    default: throw WireError(.malformed, "A worker gave an unknown answer.")
    }
  }
}

extension IndexReport: WireValue {
  /// Appends whose it is, its name, the class, and what is in it.
  package func write(to writer: inout WireWriter) {
    writer.append(string: scope.app)
    writer.append(string: scope.index)
    writer.append(protection)
    writer.append(varint: UInt64(max(0, itemCount)))
    writer.append(varint: UInt64(max(0, itemByteCount)))
  }

  /// Reads a report.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      scope: IndexScope(app: try reader.string(), index: try reader.string()),
      protection: try reader.value(), itemCount: Int(clamping: try reader.varint()),
      itemByteCount: Int(clamping: try reader.varint()))
  }
}

extension CompactedStore: WireValue {
  /// Appends the class, the sizes as they stand, and the failure.
  package func write(to writer: inout WireWriter) {
    writer.append(protection)
    writer.append(byteCounts != nil)
    writer.append(varint: byteCounts?.before ?? 0)
    writer.append(varint: byteCounts?.after ?? 0)
    writer.append(string: failure)
  }

  /// Reads what came of a compaction.
  package init(from reader: inout WireReader) throws(WireError) {
    let protection: ProtectionClass = try reader.value()
    let isDone = try reader.flag()
    let sizes = Sizes(before: try reader.varint(), after: try reader.varint())
    let failure = try reader.string()
    self = isDone ? Self(protection, sizes) : Self(protection, failure: failure)
  }
}

extension ServiceFinding: WireValue {
  /// Appends the names of the code and the severity, the rest as it stands.
  package func write(to writer: inout WireWriter) {
    writer.append(string: code.rawValue)
    writer.append(string: severity.rawValue)
    writer.append(optional: app)
    writer.append(optional: index)
    writer.append(protection)
    writer.append(string: message)
    writer.append(isMended)
    writer.append(isNoted)
    writer.append(isMendable)
  }

  /// Reads a finding.
  package init(from reader: inout WireReader) throws(WireError) {
    guard let code = Code(rawValue: try reader.string()),
      let severity = Severity(rawValue: try reader.string())
    else { throw WireError(.malformed, "A worker found what is unknown.") }
    let app: String? = try reader.optional()
    let index: String? = try reader.optional()
    self.init(
      code, severity, app: app, index: index, in: try reader.value(), try reader.string())
    isMended = try reader.flag()
    isNoted = try reader.flag()
    isMendable = try reader.flag()
  }
}
