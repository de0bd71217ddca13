/// How many connections there may be of callers who have not shown yet who they are, and how much each may say.
///
/// Anybody can connect. So such a connection is short and says little, there are few of them, and fewer from one
/// address: who floods the port takes places of this table and nothing else of the machine.
///
/// It has neither a socket nor a clock: times are milliseconds of a clock that only goes forward. The calling process
/// asks it about each connection until the first frame opened (``AnsweredCall``) or the connection is closed.
package struct CallerLimits: Sendable {
  /// The most connections of callers who are not known yet.
  package static let connections = 16
  /// The most of them from one address.
  package static let connectionsOfAddress = 4
  /// How long a caller has to become known, in milliseconds.
  package static let patience: UInt64 = 5_000

  /// Names a connection.
  package struct Token: Hashable, Sendable, Comparable {
    fileprivate let number: UInt64

    /// Whether the one connection was made before the other.
    package static func < (one: Token, other: Token) -> Bool { one.number < other.number }
  }

  /// What came of bytes.
  package enum Progress: Hashable, Sendable {
    /// They are not all of the call; wait for more.
    case waiting
    /// The first bytes of a connection, for ``CallAnswering``.
    case call([UInt8])
    /// More than a caller may say before it has an answer, or of nobody admitted; close the connection.
    case refused
  }

  private struct Caller: Sendable {
    let address: [UInt8]
    let end: UInt64
    var bytes: [UInt8] = []
  }

  private var callers: [Token: Caller] = [:]
  private var lastNumber: UInt64 = 0

  /// Knows of no connection.
  package init() {}

  /// How many connections there are of callers who are not known yet.
  package var count: Int { callers.count }

  /// When ``expire(_:)`` is to be called.
  package var deadline: UInt64? { callers.values.map(\.end).min() }

  /// Somebody connected.
  ///
  /// - Parameters:
  ///   - address: From where, without the port.
  ///   - now: The time.
  /// - Returns: The connection's name; `nil` when there are too many: close it.
  package mutating func admit(from address: [UInt8], now: UInt64) -> Token? {
    guard callers.count < Self.connections,
      callers.values.count(where: { $0.address == address }) < Self.connectionsOfAddress
    else { return nil }
    lastNumber += 1
    let token = Token(number: lastNumber)
    callers[token] = Caller(address: address, end: now &+ Self.patience)
    return token
  }

  /// Bytes came before the call was answered, in any pieces.
  package mutating func receive(_ bytes: some Collection<UInt8>, from token: Token) -> Progress {
    guard var caller = callers[token],
      caller.bytes.count < Call.firstByteCount,
      bytes.count <= Call.firstByteCount - caller.bytes.count
    else { return .refused }
    caller.bytes += bytes
    callers[token] = caller
    return caller.bytes.count == Call.firstByteCount ? .call(caller.bytes) : .waiting
  }

  /// The caller is known now, or the connection is closed.
  package mutating func leave(_ token: Token) {
    callers[token] = nil
  }

  /// Time went by.
  ///
  /// - Returns: The connections that took too long, which are to be closed.
  package mutating func expire(_ now: UInt64) -> [Token] {
    let late = callers.filter { $0.value.end <= now }.keys.sorted()
    for token in late { callers[token] = nil }
    return late
  }
}
