private import CZlib

/// Unpacks gzip data piece by piece.
///
/// Members one after another are unpacked as one stream, and zeros after the last are ignored, as
/// `gunzip` does.
struct Gunzip: ~Copyable {
  private let unpacker: OpaquePointer
  private var isInsideMember = false
  private let path: String

  /// The first two bytes of every gzip member (RFC 1952, section 2.3.1).
  static let magic: [UInt8] = [0x1F, 0x8B]

  init(path: String) throws(SystemError) {
    guard let unpacker = fresnel_gunzip_create() else {
      throw SystemError(.noMemory, call: "inflateInit", path: path)
    }
    self.unpacker = unpacker
    self.path = path
  }

  deinit {
    fresnel_gunzip_destroy(unpacker)
  }

  /// Unpacks some packed bytes into a buffer of limited size.
  ///
  /// - Parameters:
  ///   - input: Packed bytes; those used are removed from the front.
  ///   - limit: The most bytes to produce.
  /// - Returns: The bytes unpacked; none when all input is used.
  /// - Throws: ``SystemError`` with code ``SystemError/Code/damagedData``.
  mutating func unpack(
    _ input: inout ArraySlice<UInt8>, limit: Int
  ) throws(SystemError) -> [UInt8] {
    var output: [UInt8] = []
    while !input.isEmpty && output.isEmpty {
      if !isInsideMember {
        // Between members only zeros may stand.
        input = input.drop { $0 == 0 }
        if input.isEmpty { break }
        fresnel_gunzip_reset(unpacker)
        isInsideMember = true
      }
      var consumed = 0
      var result = fresnel_gunzip_progress
      output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, produced in
        input.withUnsafeBufferPointer { packed in
          result = fresnel_gunzip_step(
            unpacker, packed.baseAddress, packed.count, &consumed, buffer.baseAddress,
            buffer.count, &produced)
        }
      }
      input = input.dropFirst(consumed)
      switch result {
      case fresnel_gunzip_progress:
        if consumed == 0 && output.isEmpty { throw damaged("makes no sense") }
      case fresnel_gunzip_member_end: isInsideMember = false
      case fresnel_gunzip_no_memory:
        throw SystemError(.noMemory, call: "inflate", path: path)
      default: throw damaged("is damaged")
      }
    }
    return output
  }

  /// Makes sure that the stream does not end in the middle of a member.
  func finish() throws(SystemError) {
    if isInsideMember { throw damaged("ends too early") }
  }

  private func damaged(_ what: String) -> SystemError {
    SystemError(
      .damagedData, call: "inflate", path: path, explanation: "The gzip data in \(path) \(what).")
  }
}
