/// Why packed bytes came out in part only.
package enum GunzipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are no gzip data, or fail their checksum.
  case damaged
  /// The bytes end within a member.
  case endsEarly
  /// More bytes than may come out.
  case tooLarge(byteCount: Int)
  /// So few bytes stand for so many that they are not meant to be read.
  case tooDense(ratio: Int)
  /// There was not enough memory.
  case noMemory

  /// One sentence.
  package var description: String {
    switch self {
    case .damaged: "The gzip data is damaged."
    case .endsEarly: "The gzip data ends too early."
    case .tooLarge(let byteCount): "Unpacked it has more than \(byteCount) bytes."
    case .tooDense(let ratio): "Unpacked it is more than \(ratio) times as large."
    case .noMemory: "There is not enough memory to unpack it."
    }
  }
}
