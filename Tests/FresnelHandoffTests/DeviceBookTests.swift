import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("DeviceBook")
struct DeviceBookTests {
  static func book(deviceCount: Int = 3) throws -> DeviceBook {
    var book = DeviceBook(own: .random())
    for number in 0..<deviceCount {
      try book.add(device(number))
    }
    return book
  }

  static func device(_ number: Int) -> Device {
    Device(
      publicKey: DeviceKey.random().publicKey, pairKey: .random(byteCount: 32),
      name: "Gerät \(number)",
      addresses: (0..<number % 3).compactMap { DeviceAddress("host-\($0):\(4_000 + number)") },
      lastSeen: UInt64(number) * 1_000)
  }

  private static func areSame(_ one: DeviceBook, _ other: DeviceBook) -> Bool {
    func secret(_ bytes: SecretBytes) -> [UInt8] { bytes.withBytes { Array($0) } }
    return secret(one.own.secretKey) == secret(other.own.secretKey)
      && one.devices.count == other.devices.count
      && zip(one.devices, other.devices).allSatisfy {
        $0.publicKey == $1.publicKey && secret($0.pairKey) == secret($1.pairKey)
          && $0.name == $1.name && $0.addresses == $1.addresses && $0.lastSeen == $1.lastSeen
      }
  }

  @Test("What is sealed opens again, with any number of devices", arguments: [0, 1, 3, 64])
  func sealing(deviceCount: Int) throws {
    let key = SecretBytes.random(byteCount: 32)
    let book = try Self.book(deviceCount: deviceCount)
    let sealed = try book.sealed(key: key)
    #expect(sealed.count <= DeviceBook.largestByteCount)
    #expect((UInt64(sealed.count) == DeviceBook.byteCountWithoutDevices) == (deviceCount == 0))
    #expect(try Self.areSame(DeviceBook(openedFrom: sealed, key: key), book))
    #expect(try book.sealed(key: key) != sealed, "A nonce is used once.")
  }

  @Test("Another key is a wrong key, not damage")
  func wrongKey() throws {
    let sealed = try Self.book().sealed(key: .random(byteCount: 32))
    #expect(
      thrown { () throws(HandoffError) in
        _ = try DeviceBook(openedFrom: sealed, key: .random(byteCount: 32))
      } == .wrongKey)
  }

  @Test("A changed bit of any byte, and every part of a file, is damage")
  func damage() throws {
    let key = SecretBytes.random(byteCount: 32)
    let sealed = try Self.book().sealed(key: key)
    for index in sealed.indices {
      var bytes = sealed
      bytes[index] ^= 1 << (index % 8)
      #expect(
        thrown { () throws(HandoffError) in _ = try DeviceBook(openedFrom: bytes, key: key) }
          == .damaged, "byte \(index)")
      let part = Array(sealed.prefix(index))
      #expect(
        thrown { () throws(HandoffError) in _ = try DeviceBook(openedFrom: part, key: key) }
          == .damaged, "\(index) bytes")
    }
  }

  @Test("Random bytes are damage and nothing else", arguments: 0..<2)
  func randomBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let key = SecretBytes.random(byteCount: 32)
    let sealed = try Self.book().sealed(key: key)
    for _ in 0..<2_000 {
      let bytes = generator.mutate(sealed)
      let found = thrown { () throws(HandoffError) in
        _ = try DeviceBook(openedFrom: bytes, key: key)
      }
      #expect(found == .damaged || bytes == sealed, "seed \(seed)")
    }
  }

  @Test("A device that is added again is replaced; sixty-four are the most")
  func adding() throws {
    var book = try Self.book(deviceCount: 64)
    var known = book.devices[10]
    known.name = "Neu"
    try book.add(known)
    #expect(book.devices.count == 64 && book.devices[10].name == "Neu")
    #expect(thrown { () throws(HandoffError) in try book.add(Self.device(99)) } == .tooLarge)
    let (isForgotten, isForgottenAgain) = (book.forget(known.id), book.forget(known.id))
    #expect(isForgotten && !isForgottenAgain)
    #expect(book.device(known.id) == nil && book.devices.count == 63)
    known.name = String(repeating: "ä", count: 33)
    #expect(thrown { () throws(HandoffError) in try book.add(known) } == .tooLarge)
  }

  @Test("Addresses are read as they are written, and nothing else is one")
  func addresses() {
    for text in ["127.0.0.2:4001", "desk.local:1", "[fe80::1%eth0]:65535"] {
      #expect(DeviceAddress(text)?.description == text)
    }
    for text in [
      "", ":1", "desk", "desk:0", "desk:65536", "fe80::1:80", "a b:1", "[]:1", "desk:-1",
      "desk:+1",
    ] {
      #expect(DeviceAddress(text) == nil, "\(text)")
    }
  }
}
