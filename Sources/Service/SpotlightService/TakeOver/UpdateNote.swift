internal import FresnelModel
internal import SpotlightWire

/// What is noted of an item that an app has updated while its own store was still to be taken over, and that the core did
/// not have: what the core's item does not tell of the updates.
///
/// The core does not know in which domain the app's own store has the item, so it does not know whether a domain that
/// the app deletes takes the item along. The deletions of domains of an index are numbered, and the note says how many
/// came before what.
struct UpdateNote: Equatable {
  /// How many domains had been deleted when it was first updated.
  private var first: Int32
  /// How many had been when it was first moved to another domain by an update; `nil` where it was not. In which domain
  /// its own store has it does not matter from then on.
  private var moved: Int32?
  /// The attributes that updates removed: the encoding of an update that does just that; empty where there are none.
  private(set) var removals: [UInt8] = []
  /// What was updated after domains were deleted that may have taken the item along: all that it has then.
  private var later: [Part] = []
  /// Whether more was said than is noted.
  private var isCut = false

  /// What updates said after a number of domains were deleted, and before others were.
  private struct Part: Equatable {
    var domainCount: Int32
    /// The encoding of an update.
    var update: [UInt8]
  }

  /// So many bytes of removals are noted of an item, and so many of updates.
  private static let byteLimit = 1 << 14

  /// Notes an item that was not updated yet, after so many domains of its index were deleted.
  init(domainCount: Int) { first = Int32(clamping: domainCount) }

  /// How much of an update is noted.
  enum Extent {
    /// All of it.
    case whole
    /// What it removes.
    case removals
    /// Too little: nobody but the app can tell what was removed.
    case none
  }

  /// Adds an update.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - domainCount: How many domains of the index were deleted before.
  /// - Returns: How much of it is noted.
  mutating func add(_ update: EncodedItem, domainCount: Int) -> Extent {
    let count = Int32(clamping: domainCount)
    var next = self
    do throws(ModelError) {
      let removed = try update.item().attributes.values.filter { $0.value == .null }
      if !removed.isEmpty {
        let removal = Item(
          uniqueIdentifier: update.uniqueIdentifier, attributes: Attributes(removed),
          isUpdate: true)
        next.removals = try Self.merged(removals, try ItemCodec.encode(removal))
      }
      if next.removals.count > Self.byteLimit { return .none }
    } catch {
      return .none
    }
    // What is deleted once it was moved, the core's item tells.
    let part = min(count, moved ?? count)
    do throws(ModelError) {
      if part > first, !isCut { try next.add(Array(update.bytes), after: part) }
    } catch {
      next.cut()
    }
    if next.later.reduce(0, { $0 + $1.update.count }) > Self.byteLimit { next.cut() }
    if moved == nil, update.domainIdentifier != nil { next.moved = count }
    self = next
    return isCut ? .removals : .whole
  }

  /// Leaves out what was updated after domains were deleted, but for what was removed.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  mutating func cut() -> Bool {
    if later.isEmpty { return false }
    (later, isCut) = ([], true)
    return true
  }

  private mutating func add(_ update: [UInt8], after count: Int32) throws(ModelError) {
    guard let last = later.last, last.domainCount == count else {
      return later.append(Part(domainCount: count, update: update))
    }
    later[later.count - 1].update = try Self.merged(last.update, update)
  }

  private static func merged(_ old: [UInt8], _ new: [UInt8]) throws(ModelError) -> [UInt8] {
    if old.isEmpty { return new }
    return try EncodedItem(opening: old).merged(with: try EncodedItem(opening: new))
  }

  /// What is left of the item.
  enum Fate: Equatable {
    /// What its own store has of it, without the removed attributes and with what the core has over it.
    case completed
    /// What the core has: what its own store has had been deleted before it was updated.
    case asInCore
    /// What these updates say, as it was deleted before them; nothing where there are none.
    case madeAnew([[UInt8]])
  }

  /// Tells what is left of the item.
  ///
  /// - Parameter deletion: The number of the first deletion of a domain in which its own store has the item; `nil` where
  ///   there was none.
  /// - Returns: What is left.
  func fate(afterDeletion deletion: Int?) -> Fate {
    guard let deletion else { return .completed }
    if deletion <= Int(first) { return .asInCore }
    if let moved, deletion > Int(moved) { return .completed }
    // The app is asked for the item.
    if isCut { return .asInCore }
    return .madeAnew(later.filter { Int($0.domainCount) >= deletion }.map(\.update))
  }
}

extension UpdateNote {
  /// What begins a note with numbers. Earlier versions noted 1 for an item that was moved before a domain was deleted, or
  /// 0, and the removals behind it.
  private static let version: UInt8 = 2

  /// Reads what ``bytes`` gave, or an earlier version; one that makes no sense says nothing.
  init(bytes: [UInt8]) {
    first = 0
    guard bytes.first == Self.version else {
      if bytes.first == 1 { (first, moved) = (-1, -1) }
      removals = Array(bytes.dropFirst())
      return
    }
    do throws(WireError) {
      var reader = WireReader(Array(bytes.dropFirst()))
      first = try reader.integer(Int32.self)
      let flags = try reader.integer(UInt8.self)
      isCut = flags & 2 != 0
      if flags & 1 != 0 { moved = try reader.integer(Int32.self) }
      removals = try reader.byteRun()
      for _ in 0..<(try reader.integer(UInt16.self)) {
        let count = try reader.integer(Int32.self)
        later.append(Part(domainCount: count, update: try reader.byteRun()))
      }
      try reader.finish()
    } catch {
      self = UpdateNote(domainCount: 0)
    }
  }

  /// As the metadata log keeps it.
  var bytes: [UInt8] {
    if self == UpdateNote(domainCount: 0) { return [] }
    var writer = WireWriter()
    writer.append(Self.version)
    writer.append(first)
    writer.append(UInt8((moved == nil ? 0 : 1) | (isCut ? 2 : 0)))
    if let moved { writer.append(moved) }
    writer.append(bytes: removals)
    writer.append(UInt16(clamping: later.count))
    for part in later {
      writer.append(part.domainCount)
      writer.append(bytes: part.update)
    }
    return writer.finish()
  }
}
