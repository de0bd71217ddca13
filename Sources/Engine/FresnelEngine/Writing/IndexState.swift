import FresnelModel
import FresnelSegments

/// Everything that reads see: segments with their live documents, and what is known of each index.
///
/// A value: the writer changes a copy and publishes it by replacing one reference.
struct IndexState: Sendable {
  /// Listed segments, then unlisted ones, in the order in which their items were put.
  var segments: [IndexSegment] = []
  var scopes = ScopeTable()
  /// Rises whenever the store is opened and loss is found; see ``ScopeState/acknowledgedLosses``.
  var lossCount: UInt64 = 0
  /// Whether items of a file are left out that the list names: by a reader, who can't set it aside.
  var lacksFiles = false
}

/// What is known of an index besides its items.
struct ScopeState: Sendable {
  let scope: IndexScope
  var clientState: [UInt8]?
  /// The count of losses that the owner has been asked to make good. While it is below the store's,
  /// the index needs to be indexed again.
  var acknowledgedLosses: UInt64 = 0
  /// Whether the index was dropped, and is unknown: only its number is kept, which segments may still have.
  var isDropped = false
}

/// The indexes of a store, numbered in the order in which they first appeared.
struct ScopeTable: Sendable {
  private(set) var states: [ScopeState] = []
  private var numbers: [IndexScope: UInt32] = [:]
  private var numbersOfApp: [String: [UInt32]] = [:]

  /// The number of an index that the store knows.
  func number(of scope: IndexScope) -> UInt32? {
    numbers[scope].flatMap { states[Int($0)].isDropped ? nil : $0 }
  }

  /// The number of an index, a new one if need be; from then on the store knows it, also when it was
  /// dropped before.
  mutating func addedNumber(of scope: IndexScope) -> UInt32 {
    let number = numberInSegment(of: scope)
    if states[Int(number)].isDropped { states[Int(number)] = ScopeState(scope: scope) }
    return number
  }

  /// Forgets what is known of an index, apart from its number.
  mutating func drop(_ number: UInt32) {
    states[Int(number)] = ScopeState(scope: states[Int(number)].scope, isDropped: true)
  }

  /// The number of an index that a segment names, a new one if need be. One that was dropped stays so: what
  /// the segment has of it is deleted.
  mutating func numberInSegment(of scope: IndexScope) -> UInt32 {
    if let number = numbers[scope] { return number }
    let number = UInt32(states.count)
    states.append(ScopeState(scope: scope))
    numbers[scope] = number
    numbersOfApp[scope.app, default: []].append(number)
    return number
  }

  /// For each index whether a filter shows it.
  ///
  /// - Complexity: One look-up for each name in the filter, and a byte to fill for each index: names of
  ///   thousands of indexes would take longer to compare than a search takes.
  func isShown(by filter: ScopeFilter) -> [Bool] {
    let (named, isShown): ([UInt32], Bool) =
      switch filter {
      case .everything: ([], false)
      case .app(let app): (numbersOfApp[app] ?? [], true)
      case .scopes(let scopes): (scopes.compactMap { numbers[$0] }, true)
      case .apps(let apps, _): (apps.flatMap { numbersOfApp[$0] ?? [] }, true)
      case .excluding(let apps, _): (apps.flatMap { numbersOfApp[$0] ?? [] }, false)
      }
    var result = [Bool](repeating: !isShown, count: states.count)
    for number in named { result[Int(number)] = isShown }
    switch filter {
    case .apps(_, let exceptions), .excluding(_, let exceptions):
      for number in exceptions.lazy.compactMap({ numbers[$0] }) { result[Int(number)] = false }
    case .everything, .app, .scopes: break
    }
    return result
  }

  subscript(number: UInt32) -> ScopeState {
    get { states[Int(number)] }
    set { states[Int(number)] = newValue }
  }

  func clientState(of scope: IndexScope) -> [UInt8]? {
    number(of: scope).flatMap { states[Int($0)].clientState }
  }
}
