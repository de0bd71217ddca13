import FresnelTestSupport
import SpotlightWire
import Testing

/// A value and how it is read, whatever its type: what tests of all of them share.
struct EncodedForm: Sendable {
  /// Reads bytes that may be anything, and returns what the value that they stand for is written as.
  let rewrite: @Sendable ([UInt8]) throws(WireError) -> [UInt8]

  static func of<Value: WireValue>(_ type: Value.Type) -> EncodedForm {
    EncodedForm { bytes throws(WireError) in
      var reader = WireReader(bytes)
      let value = try reader.value(type)
      try reader.finish()
      return value.bytes
    }
  }

  static let record = EncodedForm { bytes throws(WireError) in
    try StateRecord(encoded: bytes).encoded
  }

  static let signals = EncodedForm { bytes throws(WireError) in
    try EntitySignals(encoded: bytes).encoded
  }

  /// Whether bytes are refused as malformed; those that are accepted must be the one encoding of what they
  /// hold.
  @discardableResult
  func refuses(
    _ bytes: [UInt8], _ comment: Comment, _ location: SourceLocation = #_sourceLocation
  ) -> Bool {
    do throws(WireError) {
      let again = try rewrite(bytes)
      #expect(again == bytes, comment, sourceLocation: location)
      return false
    } catch {
      #expect(error.code == .malformed, comment, sourceLocation: location)
      return true
    }
  }
}

extension WireValue {
  /// The value alone.
  var bytes: [UInt8] {
    var writer = WireWriter()
    write(to: &writer)
    return writer.finish()
  }

  /// Reads a value that is alone.
  static func read(_ bytes: [UInt8]) throws(WireError) -> Self {
    var reader = WireReader(bytes)
    let value = try Self(from: &reader)
    try reader.finish()
    return value
  }
}
