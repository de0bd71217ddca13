internal import FresnelPlatform
internal import SpotlightWire

// The devices, little-endian.
//
//   offset  bytes  field
//        0      8  "FRSNDEVS"
//        8      4  format version: 1
//       12     24  nonce
//       36      n  contents, sealed with XChaCha20-Poly1305; bytes 0 ..< 36 are authenticated with them
//        .     16  tag
//        .      4  CRC-32C of all bytes before
//
// The contents:
//
//        0      2  number m of devices: 0 to 64
//        2     32  this device's secret key
//       34   32*m  the secret of each pair
//        .         for each device in the same order: public key 32, s name, u64 last seen, [address]
//
// The checksum tells a damaged file from a wrong key. Secrets stand first and at fixed places, so that
// nothing copies them but what reads them.

/// This device's keys and the devices that are paired with it; what is kept of them is sealed.
package struct DeviceBook: Sendable {
  static let magic = [UInt8]("FRSNDEVS".utf8)
  static let version: UInt32 = 1
  /// The most bytes that a sealed book may have.
  package static let largestByteCount = 512 << 10
  /// The bytes of the key that seals a book.
  package static let keyByteCount = 32

  /// The bytes of a sealed book without devices; every other has more.
  package static let byteCountWithoutDevices = UInt64(
    headByteCount + firstSecret + secretByteCount + tailByteCount)

  private static let headByteCount = 36
  private static let tailByteCount = Sodium.tagByteCount + 4
  private static let secretByteCount = 32
  private static let firstSecret = 2

  /// This device's keys.
  package let own: DeviceKey
  /// The devices paired, in the order in which they were.
  package private(set) var devices: [Device] = []

  /// Makes a book without devices.
  package init(own: DeviceKey) {
    self.own = own
  }

  /// The device of a key.
  package func device(_ id: DeviceID) -> Device? {
    devices.first { $0.publicKey == id.publicKey }
  }

  /// Adds a device, in the place of one with the same public key.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/tooLarge`` when there are 64 others, or the device's
  ///   name or addresses are beyond their limits.
  package mutating func add(_ device: Device) throws(HandoffError) {
    guard device.name.utf8.count <= HandoffLimits.deviceName,
      device.addresses.count <= HandoffLimits.addresses
    else { throw HandoffError(.tooLarge, "The device's name or addresses are too long.") }
    if let index = devices.firstIndex(where: { $0.publicKey == device.publicKey }) {
      devices[index] = device
    } else {
      guard devices.count < HandoffLimits.devices else {
        throw HandoffError(
          .tooLarge, "\(HandoffLimits.devices) devices are paired; forget one first.")
      }
      devices.append(device)
    }
  }

  /// Removes a device.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func forget(_ id: DeviceID) -> Bool {
    let count = devices.count
    devices.removeAll { $0.publicKey == id.publicKey }
    return devices.count < count
  }

  // MARK: - Bytes

  /// The book's bytes, sealed.
  ///
  /// - Parameter key: 32 bytes.
  /// - Returns: At most ``largestByteCount`` bytes, for which ``init(openedFrom:key:)`` takes the same key.
  /// - Throws: ``HandoffError`` when libsodium cannot be used.
  package func sealed(key: SecretBytes) throws(HandoffError) -> [UInt8] {
    try Sodium.prepare()
    var head = WireWriter()
    head.append(raw: Self.magic)
    head.append(Self.version)
    head.append(raw: SecureRandom.bytes(count: ExtendedCipher.nonceByteCount))
    var bytes = head.finish()
    bytes += ExtendedCipher.seal(contents(), key: key, head: bytes)
    let checksum = CRC32C.checksum(of: bytes[...])
    withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  func contents() -> SecretBytes {
    var writer = WireWriter()
    for device in devices {
      writer.append(raw: device.publicKey)
      writer.append(string: device.name)
      writer.append(device.lastSeen)
      writer.append(list: device.addresses)
    }
    let rest = writer.finish()
    let secrets = [own.secretKey] + devices.map(\.pairKey)
    let secretsEnd = Self.firstSecret + secrets.count * Self.secretByteCount
    return SecretBytes(byteCount: secretsEnd + rest.count) { bytes in
      bytes.storeBytes(of: UInt16(devices.count).littleEndian, as: UInt16.self)
      for (index, secret) in secrets.enumerated() {
        let start = Self.firstSecret + index * Self.secretByteCount
        secret.withBytes {
          UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyMemory(from: $0)
        }
      }
      rest.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[secretsEnd...]).copyMemory(from: $0)
      }
    }
  }

  /// Opens a sealed book.
  ///
  /// - Parameters:
  ///   - bytes: Bytes from anywhere.
  ///   - key: The key that seals it, 32 bytes.
  /// - Throws: ``HandoffError``: ``HandoffError/Code/damaged``, ``HandoffError/Code/newerFormat``, or
  ///   ``HandoffError/Code/wrongKey`` when the bytes are whole and the key is another.
  package init(openedFrom bytes: [UInt8], key: SecretBytes) throws(HandoffError) {
    try Sodium.prepare()
    guard bytes.count <= Self.largestByteCount, bytes.starts(with: Self.magic),
      bytes.count >= Self.headByteCount + Self.tailByteCount,
      CRC32C.checksum(of: bytes.dropLast(4)) == Self.number(bytes.suffix(4))
    else { throw Self.damaged }
    let version = Self.number(bytes[Self.magic.count..<Self.magic.count + 4])
    guard version <= Self.version else {
      throw HandoffError(
        .newerFormat, "A newer program wrote the devices, in format version \(version).")
    }
    guard version == Self.version else { throw Self.damaged }
    guard
      let contents = ExtendedCipher.open(
        bytes[Self.headByteCount...].dropLast(4), key: key,
        head: Array(bytes.prefix(Self.headByteCount)))
    else { throw HandoffError(.wrongKey, "The devices are sealed with another key.") }
    guard let book = Self.read(contents) else { throw Self.damaged }
    self = book
  }

  /// Reads the contents; `nil` when they are none.
  private static func read(_ contents: SecretBytes) -> DeviceBook? {
    guard contents.byteCount >= firstSecret + secretByteCount else { return nil }
    let count = contents.withBytes { Int($0[0]) | Int($0[1]) << 8 }
    let secretsEnd = firstSecret + (count + 1) * secretByteCount
    guard count <= HandoffLimits.devices, contents.byteCount >= secretsEnd else { return nil }
    let secrets = (0...count).map { index in
      let start = firstSecret + index * secretByteCount
      return contents.withBytes {
        SecretBytes(
          .kept, copying: UnsafeRawBufferPointer(rebasing: $0[start..<start + secretByteCount]))
      }
    }
    var reader = WireReader(
      contents.withBytes { Array(UnsafeRawBufferPointer(rebasing: $0[secretsEnd...])) })
    var book = DeviceBook(own: DeviceKey(secretKey: secrets[0]))
    for pairKey in secrets.dropFirst() {
      guard let device = try? readDevice(&reader, pairKey: pairKey),
        book.device(device.id) == nil, (try? book.add(device)) != nil
      else { return nil }
    }
    guard (try? reader.finish()) != nil else { return nil }
    return book
  }

  private static func readDevice(
    _ reader: inout WireReader, pairKey: SecretBytes
  ) throws(WireError) -> Device {
    Device(
      publicKey: try reader.raw(count: DeviceKey.byteCount), pairKey: pairKey,
      name: try reader.string(), addresses: [], lastSeen: try reader.integer()
    ).with(addresses: try reader.list())
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static let damaged = HandoffError(
    .damaged,
    "The file of paired devices, $XDG_STATE_HOME/fresnel/devices, is damaged: remove it, then pair them again."
  )
}

extension Device {
  fileprivate func with(addresses: [DeviceAddress]) -> Device {
    var device = self
    device.addresses = addresses
    return device
  }
}
