internal import FresnelModel
internal import SpotlightWire

/// How much a batch may hold that goes to the service at once. What is larger goes in parts.
package struct BatchLimits: Hashable, Sendable {
  /// The most bytes of items, identifiers and domains, with what the encoding adds.
  package var byteCount: Int
  /// The most operations, items, identifiers and domains together.
  package var partCount: Int

  /// Sets limits.
  package init(byteCount: Int, partCount: Int) {
    self.byteCount = byteCount
    self.partCount = partCount
  }

  /// More than what a batch has besides its operations and the client state that it expects: the names, the
  /// new client state, and what sealing adds.
  package static let headByteCount = 16 << 10

  /// Those of the protocol.
  package static let message = BatchLimits(
    byteCount: WireLimits.payloadByteCount - headByteCount, partCount: WireLimits.partCount)
}

extension ApplyBatch {
  /// The batch in parts of which each is within the limits; one that is within them as a whole is one part, and
  /// so is one of which some element alone is not: it fails as a whole.
  ///
  /// All parts expect the same client state, and the last sets the new one. So as long as not all parts are
  /// applied the stored state is the one before, from which the app begins again; and no part is applied to
  /// what another batch has made meanwhile.
  ///
  /// - Complexity: O(*n*) in the operations and their elements; the bytes of items are not copied.
  func parts(within limits: BatchLimits) -> [ApplyBatch] {
    var rest = limits
    if case .equal(let state) = expected { rest.byteCount -= state.count }
    var division = BatchDivision(limits: rest)
    for operation in operations { division.append(operation) }
    guard let lists = division.finish() else { return [self] }
    return lists.enumerated().map { index, operations in
      let isLast = index == lists.count - 1
      return ApplyBatch(
        handle: handle, expected: expected, clientState: isLast ? clientState : nil,
        operations: operations)
    }
  }
}

/// Divides operations into lists.
private struct BatchDivision {
  let limits: BatchLimits
  private var lists: [[WireOperation]] = []
  private var current: [WireOperation] = []
  private var byteCount = 0
  private var partCount = 0
  /// Whether something is too large to be sent in any list.
  private var isImpossible = false

  /// More than what an operation or an element has besides its own bytes.
  private static let overhead = 8

  init(limits: BatchLimits) {
    self.limits = limits
  }

  mutating func append(_ operation: WireOperation) {
    switch operation {
    case .put(let items): append(items, { $0.byteCount }) { .put($0) }
    case .deleteIdentifiers(let names): append(names, { $0.utf8.count }) { .deleteIdentifiers($0) }
    case .deleteDomains(let names): append(names, { $0.utf8.count }) { .deleteDomains($0) }
    case .deleteAll: append([String](), { $0.utf8.count }) { _ in .deleteAll }
    }
  }

  private mutating func append<Element>(
    _ elements: [Element], _ size: (Element) -> Int, _ operation: ([Element]) -> WireOperation
  ) {
    if !hasRoom(for: 0) { endList() }
    count(0)
    var start = 0
    for index in elements.indices {
      let size = size(elements[index])
      if !hasRoom(for: size) {
        if index > start { current.append(operation(Array(elements[start..<index]))) }
        start = index
        endList()
        count(0)
        if !hasRoom(for: size) { isImpossible = true }
      }
      count(size)
    }
    current.append(operation(start == 0 ? elements : Array(elements[start...])))
  }

  private func hasRoom(for size: Int) -> Bool {
    byteCount + size + Self.overhead <= limits.byteCount && partCount < limits.partCount
  }

  private mutating func count(_ size: Int) {
    byteCount += size + Self.overhead
    partCount += 1
  }

  private mutating func endList() {
    if !current.isEmpty { lists.append(current) }
    current = []
    byteCount = 0
    partCount = 0
  }

  /// The lists; `nil` when there is one, or some element fits into none.
  consuming func finish() -> [[WireOperation]]? {
    guard !lists.isEmpty, !isImpossible else { return nil }
    return lists + [current]
  }
}
