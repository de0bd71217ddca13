import FresnelProtection
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("KeyDirectory")
struct KeyDirectoryTests {
  private static func file(_ secret: UInt8) throws -> KeyFile {
    try KeyFile(
      .complete, key: key(9),
      wrap: KeyWrap(key(9), of: .complete, by: .secretService, with: key(secret)))
  }

  @Test("What was written is read; a class without a file has none")
  func reading() throws {
    let directory = KeyDirectory("/keys", storage: FaultyStorage())
    #expect(try directory.read(.complete) == nil)
    let file = try Self.file(1)
    try directory.replace(with: file)
    #expect(try directory.read(.complete) == file)
    #expect(try directory.read(.firstUnlock) == nil)
  }

  @Test("The file of one class in the place of another's is damage")
  func otherClass() throws {
    let storage = FaultyStorage()
    let directory = KeyDirectory("/keys", storage: storage)
    storage.setContents(try Self.file(1).encoded(), of: "/keys/first-unlock")
    #expect { try directory.read(.firstUnlock) } throws: {
      ($0 as? ProtectionError)?.code == .damaged
    }
  }

  @Test(
    "Whatever fails while a file is replaced, the old one or the new one is there", arguments: 0..<3
  )
  func faults(seed: UInt64) throws {
    let (old, new) = (try Self.file(1), try Self.file(2))
    let clean = FaultyStorage()
    try KeyDirectory("/keys", storage: clean).replace(with: old)
    clean.setFault(nil)
    try KeyDirectory("/keys", storage: clean).replace(with: new)
    for call in 1...clean.callCount {
      for fault in FaultyStorage.Fault.ways(call: call, isPersistent: true) {
        let storage = FaultyStorage()
        try KeyDirectory("/keys", storage: storage).replace(with: old)
        storage.setFault(fault)
        let isDone = (try? KeyDirectory("/keys", storage: storage).replace(with: new)) != nil
        for rest in [
          storage.afterKill(), storage.afterPowerLoss(),
          storage.afterPowerLoss(.keepsRandomSectors(seed: seed)),
        ] {
          let found = try KeyDirectory("/keys", storage: rest).read(.complete)
          try #require(isDone ? found == new : found == old || found == new, "call \(call)")
        }
      }
    }
  }

  @Test("A local key file is whole or not there, whatever fails while it is made")
  func localKeyFile() throws {
    let clean = FaultyStorage()
    let made = try LocalKeyFile(directory: "/state", storage: clean).secret(
      of: .complete, create: true)
    #expect(made != nil)
    let again = try LocalKeyFile(directory: "/state", storage: clean.afterPowerLoss())
      .secret(of: .complete, create: false)
    #expect(again.map { bytes(of: $0) } == made.map { bytes(of: $0) })
    for call in 1...clean.callCount {
      let storage = FaultyStorage(fault: .init(call: call, isPersistent: true))
      let keys = LocalKeyFile(directory: "/state", storage: storage)
      let made = try? keys.secret(of: .complete, create: true)
      let rest = LocalKeyFile(directory: "/state", storage: storage.afterPowerLoss())
      let found = try rest.secret(of: .complete, create: false)
      if let made { #expect(found.map { bytes(of: $0) } == bytes(of: made), "call \(call)") }
    }
    clean.setContents([1, 2, 3], of: "/state/complete")
    #expect {
      try LocalKeyFile(directory: "/state", storage: clean).secret(of: .complete, create: true)
    } throws: { ($0 as? ProtectionError)?.code == .damaged }
  }
}
