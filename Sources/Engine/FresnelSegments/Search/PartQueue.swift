/// The parts of a disjunction of many by the document that each finds next: a binary heap with the least
/// on top, so that a step costs the logarithm of the parts and not their number.
struct PartQueue {
  /// Fewer parts are looked at one by one.
  static let minimumCount = 16

  private var entries: [(document: UInt32, part: Int)] = []

  /// The queue of a node, which is empty unless that is a disjunction of many. Each part may find the
  /// first document.
  init(_ node: BoundPlan.Node) {
    guard case .or(let parts) = node, node.isLongDisjunction else { return }
    entries = parts.map { (0, $0) }
  }

  /// Whether no parts are queued.
  var isEmpty: Bool { entries.isEmpty }

  /// The least document that a part may find.
  var least: UInt32 { entries[0].document }

  /// The part that finds the least document, if this is before the given one.
  func partBefore(_ document: UInt32) -> Int? {
    entries[0].document < document ? entries[0].part : nil
  }

  /// Notes what the part on top finds next, which is not before what it found.
  mutating func replaceLeast(with document: UInt32) {
    let moved = (document, entries[0].part)
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].document < entries[child].document {
        child += 1
      }
      guard entries[child].document < document else { break }
      entries[place] = entries[child]
      place = child
    }
    entries[place] = moved
  }

  /// The parts that may find a document, which is not before the least.
  func parts(at document: UInt32) -> [Int] {
    var found: [Int] = []
    var open = [0]
    while let place = open.popLast() {
      guard place < entries.count, entries[place].document == document else { continue }
      found.append(entries[place].part)
      open.append(2 * place + 1)
      open.append(2 * place + 2)
    }
    return found
  }
}

extension BoundPlan.Node {
  /// Whether the node is a disjunction whose parts are worth queueing.
  var isLongDisjunction: Bool {
    if case .or(let parts) = self { parts.count >= PartQueue.minimumCount } else { false }
  }
}
