package import FresnelModel
import FresnelPlatform
package import FresnelStorage
import Synchronization

/// The first number of each document of a segment under some attributes, in memory: two bytes for each, those of a document
/// side by side.
final class NumberTable: Sendable {
  /// A table holds fewer different numbers of an attribute, one of which stands for none. Whatever has more, such as
  /// counts in a large segment, is read from columns.
  private static let largestNumberCount = 1 << 16

  private let keyCount: Int
  /// By document and attribute, the place of the number among those of the attribute.
  private let places: [UInt16]
  /// By attribute, where its numbers begin.
  private let starts: [Int]
  /// The numbers of each attribute, first `nil`.
  private let numbers: [Double?]

  /// Reads columns whole; `nil` where columns don't know all numbers, or one has too many different ones.
  ///
  /// - Parameters:
  ///   - keys: The attributes.
  ///   - segment: The segment.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  init?(_ keys: [AttributeKey], of segment: Segment) throws(StorageError) {
    let documentCount = segment.documentCount
    keyCount = keys.count
    var places = [UInt16](repeating: 0, count: documentCount * keys.count)
    var starts: [Int] = []
    var numbers: [Double?] = []
    for (key, attribute) in keys.enumerated() {
      guard var column = segment.columns.numbers(of: NumberReader.target(of: attribute)) else {
        return nil
      }
      let start = numbers.count
      starts.append(start)
      numbers.append(nil)
      if column.isEmpty { continue }
      var known: [UInt64: UInt16] = [:]
      var latest: (bits: UInt64, place: UInt16)?
      for document in 0..<documentCount {
        guard let number = try column.first(of: UInt32(document))?.approximation else { continue }
        let bits = number.bitPattern
        var place = latest?.place ?? 0
        // Documents that follow each other often have the same number.
        if latest?.bits != bits {
          if let found = known[bits] {
            place = found
          } else {
            guard numbers.count - start < Self.largestNumberCount else { return nil }
            place = UInt16(numbers.count - start)
            known[bits] = place
            numbers.append(number)
          }
          latest = (bits, place)
        }
        places[document * keys.count + key] = place
      }
    }
    self.places = places
    self.starts = starts
    self.numbers = numbers
  }

  /// Has the processor load where the numbers of a document are told.
  func load(_ document: UInt32) {
    let first = Int(document) * keyCount
    places.withUnsafeBufferPointer { places in
      guard let base = places.baseAddress, first < places.count else { return }
      MemoryHints.prefetch(base + first)
    }
  }

  /// Reads the numbers of a document of the segment, in the order of the attributes.
  func read(_ document: UInt32, into numbers: UnsafeMutableBufferPointer<Double?>) {
    let first = Int(document) * keyCount
    for key in 0..<keyCount {
      numbers[key] = self.numbers[starts[key] + Int(places[first + key])]
    }
  }
}

/// The tables of a segment, once questions asked for the numbers of their best documents. To find the numbers of some
/// hundred documents in columns is to unpack nearly as many chunks of each.
final class NumberTables: Sendable {
  private struct Entry {
    let keys: [AttributeKey]
    var state: State
  }

  private enum State {
    /// Somebody reads the columns; others do without meanwhile.
    case building
    /// `nil` where the columns have to be read each time.
    case known(NumberTable?)
  }

  /// Callers ask for the same attributes again and again.
  private static let largestCount = 4

  private let entries = Mutex<[Entry]>([])

  /// The table of some attributes; `nil` where columns have to be read.
  ///
  /// Who asks first reads the columns whole, whatever is left of the question's time: given up half-way, it would be
  /// begun anew by each question. A column that can't be read whole costs only the questions that need what is damaged.
  func table(of keys: [AttributeKey], in segment: Segment) -> NumberTable? {
    let state = entries.withLock { entries -> State in
      // Comparing an array with itself is one comparison.
      if let entry = entries.first(where: { $0.keys == keys }) {
        if case .known = entry.state { return entry.state }
        return .known(nil)
      }
      guard entries.count < Self.largestCount else { return .known(nil) }
      entries.append(Entry(keys: keys, state: .building))
      return .building
    }
    if case .known(let table) = state { return table }
    do throws(StorageError) {
      let table = try NumberTable(keys, of: segment)
      set(.known(table), of: keys)
      return table
    } catch {
      // A device that failed may be able to later.
      set(error.code == .corrupted ? .known(nil) : nil, of: keys)
      return nil
    }
  }

  private func set(_ state: State?, of keys: [AttributeKey]) {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.keys == keys }) else { return }
      if let state { entries[place].state = state } else { entries.remove(at: place) }
    }
  }
}

/// Reads the first number of some attributes as ``NumberReader`` does, from a table where a segment has one.
package struct RememberedNumbers: ~Copyable {
  private let keys: [AttributeKey]
  private let view: SegmentView
  private let table: NumberTable?
  /// Made once a document needs it.
  private var reader: NumberReader?

  /// Whether documents are read as quickly in any order, but for patched ones.
  package var areInMemory: Bool { table != nil }

  /// Prepares to read; the first time in a segment its columns are read whole.
  package init(_ keys: [AttributeKey], in view: SegmentView) {
    self.keys = keys
    self.view = view
    table = view.segment.numberTables.table(of: keys, in: view.segment)
  }

  /// Has the processor load what will be read of a document, as far as it is in memory.
  ///
  /// - Parameter document: A document of the segment.
  /// - Complexity: O(1).
  package func load(_ document: UInt32) { table?.load(document) }

  /// Reads the numbers of a document, as ``NumberReader/read(_:into:_:)`` does.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package mutating func read(
    _ document: UInt32, into numbers: UnsafeMutableBufferPointer<Double?>,
    _ budget: inout SearchBudget
  ) throws(StorageError) {
    if let table, view.patches[document]?.changes == nil {
      table.read(document, into: numbers)
      return
    }
    if reader == nil { reader = NumberReader(keys, in: view) }
    try reader?.read(document, into: numbers, &budget)
  }
}
