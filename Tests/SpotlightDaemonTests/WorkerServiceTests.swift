import FresnelPlatform
import SpotlightService
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("WorkerService")
struct WorkerServiceTests {
  @Test("a worker knows its machine, so that a store copied from another one is noticed")
  func machine() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/etc")
      try FileSystem.write(Array("machine a\n".utf8), to: directory + "/etc/machine-id")
      let options = try DaemonOptions(
        parsing: ["--machine-directory", directory],
        base: BaseDirectories(environment: [:], home: directory))
      let core = WorkerService.coreOptions(of: .complete, options, key: .none)
      #expect(core.machineIdentifier == "machine a\n")
      #expect(core.positionsPath != nil)
      #expect(core.embeddedStores == nil)
    }
  }
}
