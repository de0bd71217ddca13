internal import FresnelModel
package import SpotlightWire

/// A change to an index of numbered items, which one process writes, one change after the other.
package enum NumberedChange: Hashable, Sendable, CustomStringConvertible {
  /// Puts an item, and deletes the one that has been there longest.
  case put(Int)
  /// Deletes an item, if it is there.
  case delete(Int)

  /// A sign and the number.
  package var description: String {
    switch self {
    case .put(let number): "+\(number)"
    case .delete(let number): "-\(number)"
    }
  }

  /// Reads a description.
  package init?(_ description: some StringProtocol) {
    guard let number = Int(description.dropFirst()), number >= 0 else { return nil }
    switch description.first {
    case "+": self = .put(number)
    case "-": self = .delete(number)
    default: return nil
    }
  }

  /// What an app asks for.
  package var operations: [WireOperation] {
    get throws {
      switch self {
      case .delete(let number): return [.deleteIdentifiers(["\(number)"])]
      case .put(let number):
        var item = Item(uniqueIdentifier: "\(number)")
        item.attributes[.title] = .string("\(KnownItems.word) \(number)")
        return [
          .put([try EncodedItem(opening: try ItemCodec.encode(item))]),
          .deleteIdentifiers(["\(number - KnownItems.window)"]),
        ]
      }
    }
  }

  /// The client state that comes with it: the number of what was put last.
  package var clientState: [UInt8]? {
    if case .put(let number) = self { Array("\(number)".utf8) } else { nil }
  }
}

/// What an index of numbered items has to hold, as far as its writer can know: a change that was sent and not answered was
/// made or was not.
package struct KnownItems: Sendable {
  /// The name of an app's index in a class: an index with items is of one class.
  package static func indexName(in protection: ProtectionClass) -> String {
    "secrets, \(protection)"
  }
  /// A word in every title, and nowhere else.
  package static let word = "Gartenzwergverleih"
  /// So many items stay at most.
  package static let window = 30

  private enum State { case there, gone, open }
  /// What else is known of items than follows from their numbers.
  private var states: [Int: State] = [:]
  /// Those from here on were never there when this began.
  private let first: Int
  /// The item whose put was acknowledged last; -1 before the first.
  package private(set) var lastPut: Int
  private var isNextBegun = false

  /// Knows that nothing is there yet.
  package init() {
    (first, lastPut) = (0, -1)
  }

  /// Goes on where another writer was ended, of which only the last acknowledged put is known.
  package init(after lastPut: Int) {
    self.lastPut = lastPut
    first = lastPut + 1
    states[first] = .open
    isNextBegun = true
  }

  /// The put that may come next: numbers have no gaps, so one that was not answered is made again.
  package var nextPut: NumberedChange { .put(lastPut + 1) }

  /// The numbers that may be deleted.
  package var deletable: Range<Int> { max(0, lastPut + 1 - Self.window)..<lastPut + 1 }

  private func state(_ number: Int) -> State {
    if number <= lastPut - Self.window { return .gone }
    return states[number] ?? (number >= first ? .gone : .open)
  }

  /// Notes that a change is sent.
  package mutating func begin(_ change: NumberedChange) {
    switch change {
    case .put(let number):
      isNextBegun = true
      if state(number) != .there { states[number] = .open }
      doubt(number - Self.window)
    case .delete(let number): doubt(number)
    }
  }

  /// Notes that it may be gone.
  private mutating func doubt(_ number: Int) {
    if state(number) == .there { states[number] = .open }
  }

  /// Notes that a change was acknowledged.
  package mutating func acknowledge(_ change: NumberedChange) {
    switch change {
    case .put(let number): settle(lastPut: number)
    case .delete(let number): states[number] = .gone
    }
  }

  private mutating func settle(lastPut number: Int) {
    states[number] = .there
    states[number - Self.window] = nil
    (lastPut, isNextBegun) = (number, false)
  }

  /// Compares with what the index holds, and knows from then on what was in doubt.
  ///
  /// - Parameters:
  ///   - found: The identifiers of its items.
  ///   - clientState: Its client state.
  /// - Returns: What must not be; `nil` when all is as it should be.
  package mutating func contradiction(to found: [String], clientState: [UInt8]?) -> String? {
    let last = NumberedIndex.number(in: clientState)
    let isAsPut = last == lastPut || (isNextBegun && last == lastPut + 1)
    guard isAsPut else { return "the state is \(last), and \(lastPut) was put last" }
    if last > lastPut { settle(lastPut: last) }
    var numbers: Set<Int> = []
    for identifier in found {
      guard let number = Int(identifier), state(number) != .gone else {
        return "\(identifier) is there, and should not be"
      }
      numbers.insert(number)
    }
    for (number, state) in states {
      if state == .there, !numbers.contains(number) { return "\(number) is missing" }
      if state == .open { states[number] = numbers.contains(number) ? .there : .gone }
    }
    return nil
  }
}
