import SpotlightWire
import Testing

@Suite("WireReader")
struct WireReaderTests {
  @Test("What is written is read back, to the last byte")
  func roundTrip() throws {
    var writer = WireWriter()
    writer.append(UInt16(0xABCD))
    writer.append(varint: UInt64.max)
    writer.append(varint: UInt(127))
    writer.append(-2.5)
    writer.append(-0.0)
    writer.append(true)
    writer.append(string: "Café")
    writer.append(optionalBytes: [1, 2])
    writer.append(optional: String?.none)
    writer.append(list: ["a", ""])
    var reader = WireReader(writer.finish())
    #expect(try reader.integer(UInt16.self) == 0xABCD)
    #expect(try reader.varint() == .max)
    #expect(try reader.varint() == 127)
    #expect(try reader.double() == -2.5)
    #expect(try reader.double().sign == .plus)
    #expect(try reader.flag())
    #expect(try reader.string() == "Café")
    #expect(try reader.optionalBytes() == [1, 2])
    #expect(try reader.optional(String.self) == nil)
    #expect(try reader.list(of: String.self) == ["a", ""])
    try reader.finish()
  }

  @Test(
    "Bytes that are not the one encoding of something are refused",
    arguments: [
      [0x80], [0x80, 0x00], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02],
      [UInt8](repeating: 0x80, count: 11),
    ])
  func varints(bytes: [UInt8]) {
    var reader = WireReader(bytes)
    let error = #expect(throws: WireError.self) { try reader.varint() }
    #expect(error?.code == .malformed)
  }

  @Test("The lists of a message have a limited number of parts together")
  func parts() throws {
    func outcome(_ counts: [Int]) throws -> WireError.Code? {
      var writer = WireWriter()
      for count in counts { writer.append(list: [String](repeating: "", count: count)) }
      var reader = WireReader(writer.finish())
      do throws(WireError) {
        for _ in counts { _ = try reader.list(of: String.self) }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(try outcome([WireLimits.partCount]) == nil)
    #expect(try outcome([WireLimits.partCount + 1]) == .malformed)
    #expect(try outcome([WireLimits.partCount / 2, WireLimits.partCount / 2, 1]) == .malformed)
  }

  @Test("Lengths, flags and texts are checked before anything is made of them")
  func checks() {
    func isRefused(
      _ bytes: [UInt8], _ body: (inout WireReader) throws(WireError) -> Void
    ) -> Bool {
      var reader = WireReader(bytes)
      do throws(WireError) {
        try body(&reader)
        return false
      } catch {
        return error.code == .malformed
      }
    }
    #expect(isRefused([2, 0]) { r throws(WireError) in _ = try r.string() })
    #expect(isRefused([1, 0xff]) { r throws(WireError) in _ = try r.string() })
    #expect(isRefused([2]) { r throws(WireError) in _ = try r.flag() })
    #expect(isRefused([]) { r throws(WireError) in _ = try r.flag() })
    #expect(isRefused([1, 2, 3]) { r throws(WireError) in _ = try r.integer(UInt32.self) })
    #expect(isRefused([1]) { r throws(WireError) in try r.finish() })
    // A list of 2^35 strings in six bytes.
    #expect(
      isRefused([0x80, 0x80, 0x80, 0x80, 0x80, 0x01]) { r throws(WireError) in
        _ = try r.list(of: String.self)
      })
    for bits in [Double.nan.bitPattern, (-0.0).bitPattern] {
      var writer = WireWriter()
      writer.append(bits)
      #expect(isRefused(writer.finish()) { r throws(WireError) in _ = try r.double() })
    }
  }
}
