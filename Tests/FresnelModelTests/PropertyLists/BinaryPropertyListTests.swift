import FresnelModel
import Testing

@Suite("Property lists in the binary form")
struct BinaryPropertyListTests {
  /// A list of hand-made objects, the first of which is the root.
  private func list(
    _ objects: [[UInt8]], root: UInt8 = 0, _ change: (inout [UInt8]) -> Void = { _ in }
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets
    var trailer = [UInt8](repeating: 0, count: 32)
    trailer[6] = 1
    trailer[7] = 1
    trailer[15] = UInt8(objects.count)
    trailer[23] = root
    trailer[31] = table
    bytes += trailer
    change(&bytes)
    return bytes
  }

  private func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + text.utf8 }

  private func failure(_ bytes: [UInt8]) -> PropertyListError? {
    do throws(PropertyListError) {
      _ = try PropertyList.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("every kind of object is read")
  func kinds() throws {
    func value(_ object: [UInt8]) throws -> PropertyList { try PropertyList.read(list([object])) }
    #expect(try value([0x08]) == false)
    #expect(try value([0x09]) == true)
    #expect(try value([0x10, 0xff]) == 255)
    #expect(try value([0x11, 0x01, 0x00]) == 256)
    #expect(try value([0x13] + [UInt8](repeating: 0xff, count: 8)) == -1)
    #expect(try value([0x14] + [UInt8](repeating: 0xff, count: 16)) == -1)
    #expect(try value([0x22, 0x3f, 0xc0, 0, 0]) == 1.5)
    #expect(try value([0x23, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0]) == 1.5)
    #expect(
      try value([0x33, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0])
        == .date(Timestamp(secondsSinceReferenceDate: 1.5)))
    #expect(try value([0x42, 1, 2]) == .data([1, 2]))
    #expect(try value(text("abc")) == "abc")
    #expect(try value([0x5f, 0x10, 0x02, 0x61, 0x62]) == "ab")
    #expect(try value([0x62, 0, 0xc4, 0x20, 0xac]) == "Ä€")
    #expect(try PropertyList.read(list([[0xa2, 1, 1], text("x")])) == ["x", "x"])
    #expect(try PropertyList.read(list([[0xd1, 1, 2], text("k"), [0x09]])) == ["k": true])
  }

  @Test("an object that lies within itself, directly or by way of others, is refused")
  func cycles() {
    #expect(failure(list([[0xa1, 0]]))?.reason == "object 0 lies within itself")
    #expect(
      failure(list([[0xa1, 1], [0xd1, 2, 0], text("k")]))?.reason == "object 0 lies within itself")
  }

  @Test("references to one object from everywhere cost no time, and no more than the limit")
  func sharing() throws {
    // Each array holds the next one twice: twenty of them stand for a million strings.
    func doubling(_ count: Int) -> [UInt8] {
      list((0..<count).map { [0xa2, UInt8($0 + 1), UInt8($0 + 1)] } + [text("x")])
    }
    _ = try PropertyList.read(doubling(20))
    #expect(failure(doubling(40))?.code == .tooLarge)
  }

  @Test("depth counts along the deepest way, also through objects read before")
  func depth() throws {
    func chain(_ count: Int) -> [[UInt8]] {
      (0..<count).map { [0xa1, UInt8($0 + 1)] } + [[0x09]]
    }
    _ = try PropertyList.read(list(chain(64)))
    #expect(failure(list(chain(65)))?.code == .tooDeep)
    // The root first reads a chain of 40 by itself, then one of 30 that leads to it.
    var objects: [[UInt8]] = [[0xa2, 31, 1]]
    objects += (1..<31).map { [0xa1, UInt8($0 + 1)] }
    objects += (31..<71).map { [0xa1, UInt8($0 + 1)] }
    objects.append([0x09])
    #expect(failure(list(objects))?.code == .tooDeep)
  }

  @Test("wrong sizes, offsets and kinds are named with their byte")
  func damage() {
    #expect(failure(Array("bplist00".utf8))?.code == .malformed)
    #expect(failure(Array("bplist15".utf8))?.code == .unsupported)
    #expect(failure(list([[0x55, 0x61]]))?.reason == "an object reaches beyond the objects")
    #expect(failure(list([[0xa1, 9]]))?.reason == "a reference to object 9 of 1")
    #expect(failure(list([[0x51, 0xff]]))?.reason == "the text is not UTF-8")
    #expect(failure(list([[0x61, 0xd8, 0]]))?.reason == "half of a surrogate pair is missing")
    #expect(
      failure(list([[0xd1, 1, 1], [0x09]]))?.reason == "a key is a truth value, not a string")
    #expect(failure(list([[0xd2, 1, 1, 2, 2], text("k"), [0x09]]))?.code == .repeatedKey)
    #expect(failure(list([[0xc1, 1], [0x09]]))?.reason == "sets are not read")
    #expect(failure(list([[0x80, 1]]))?.reason == "keyed archives are not read")
    #expect(failure(list([[0x00]]))?.code == .unsupported)
    #expect(failure(list([[0x14, 1] + [UInt8](repeating: 0, count: 15)]))?.code == .outOfRange)
    #expect(failure(list([[0x23, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0]]))?.code == .outOfRange)
    #expect(failure(list([[0x4f, 0x13] + [UInt8](repeating: 0xff, count: 8)]))?.code == .malformed)
    #expect(failure(list([[0x09]], root: 1))?.reason == "the root is none of the objects")
    #expect(failure(list([[0x09]]) { $0[$0.count - 1] = 200 })?.code == .malformed)
    #expect(
      failure(list([[0x09]]) { $0[$0.count - 26] = 9 })?.reason == "a number has 1 to 8 bytes")
    // The count of objects overflows when multiplied.
    #expect(
      failure(
        list([[0x09]]) { bytes in
          for index in 0..<8 { bytes[bytes.count - 24 + index] = 0x7f }
        })?.code == .malformed)
    #expect(failure(list([[0x09]]) { $0[9] = 0 })?.reason == "object 0 lies outside the objects")
  }
}
