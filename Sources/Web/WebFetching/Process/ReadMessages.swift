internal import SpotlightWire

/// What the process that reads what was fetched tells the one that started it; the bytes around it are those of
/// `WorkerLink`.
///
/// It may have been taken over by what it read, so it may say anything. Who takes what it says bounds it, and trusts it
/// no more than the site that was read.
package enum ReadNews: Equatable, Sendable {
  /// A piece of the results.
  case output([UInt8])
  /// A piece of what goes to standard error.
  case error([UInt8])
  /// A piece of the file that is written, or of the answer.
  case keep([UInt8])
  /// That file is whole.
  case kept
  /// The process that fetches has ended or does not answer, and another one is asked for.
  case fetcherLost
  /// The last word: the exit status.
  case ended(UInt8)
  /// The last word of a process that can't do its work, such as one that can't be confined: why, in a sentence.
  case unable(String)

  /// The most bytes of a piece.
  static let pieceByteCount = 1 << 20
  /// The most bytes of a reason.
  private static let reasonByteCount = 4096

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .output: 1
    case .error: 2
    case .keep: 3
    case .kept: 4
    case .ended: 5
    case .unable: 6
    case .fetcherLost: 7
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    switch self {
    case .output(let bytes), .error(let bytes), .keep(let bytes): bytes
    case .kept, .fetcherLost: []
    case .ended(let status): [status]
    case .unable(let reason): Array(reason.utf8)
    }
  }

  /// Reads news.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    switch (kind, payload.count) {
    case (1, ...Self.pieceByteCount): self = .output(payload)
    case (2, ...Self.pieceByteCount): self = .error(payload)
    case (3, ...Self.pieceByteCount): self = .keep(payload)
    case (4, 0): self = .kept
    case (5, 1): self = .ended(payload[0])
    case (6, 1...Self.reasonByteCount):
      // It is shown on a terminal.
      guard let reason = String(validating: payload, as: UTF8.self),
        reason.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { throw Self.unknown }
      self = .unable(reason)
    case (7, 0): self = .fetcherLost
    default: throw Self.unknown
    }
  }

  private static let unknown = WireError(
    .malformed, "The process that reads what was fetched told something unknown.")

  /// The pieces of some bytes, which end between characters where the bytes are text.
  static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + pieceByteCount)
      if end < bytes.count {
        let isInside: (UInt8) -> Bool = { $0 & 0xC0 == 0x80 }
        while end > start + pieceByteCount - 4, isInside(bytes[end]) { end -= 1 }
      }
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }
}

/// The orders that this process is given.
enum ReadOrder {
  /// To begin, once it is confined. The payload is what it reads, and the descriptor leads to a process that fetches.
  static let begin: UInt8 = 1
  /// To go on with another process that fetches, to which the descriptor leads. Without one the payload says why there
  /// is none.
  static let fetcher: UInt8 = 2
}

/// What a process that reads has kept: the pieces of one file or answer, put together as far as a bound.
package struct KeptBytes: Sendable {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether the process said that nothing is missing.
  package private(set) var isWhole = false

  private let limit: Int

  /// Begins with nothing.
  ///
  /// - Parameter limit: The most bytes that are taken.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes a piece.
  ///
  /// - Returns: Whether it may come: nothing comes after the end, nor beyond the bound.
  package mutating func append(_ piece: [UInt8]) -> Bool {
    guard !isWhole, piece.count <= limit - bytes.count else { return false }
    bytes += piece
    return true
  }

  /// Takes the word that nothing is missing.
  ///
  /// - Returns: Whether it may come: it comes once.
  package mutating func finish() -> Bool {
    guard !isWhole else { return false }
    isWhole = true
    return true
  }
}
