import FresnelPlatform
import SpotlightDaemon
import Testing

@Suite("DaemonOptions")
struct DaemonOptionsTests {
  private let base = BaseDirectories(
    environment: ["XDG_RUNTIME_DIR": "/run/user/7", "XDG_DATA_HOME": "/data"], home: "/home/a")

  @Test("without options files are where the environment says")
  func usual() throws {
    let options = try DaemonOptions(parsing: [], base: base)
    #expect(options.directories.runtime == "/run/user/7/fresnel")
    #expect(options.directories.plainStore == "/data/fresnel/store")
    #expect(options.directories.positions == "/home/a/.local/state/fresnel/positions")
    #expect(options.directories.settings == "/home/a/.config/fresnel/settings.json")
    #expect(!options.trustsClaims && !options.isDumpable && !options.isInForeground)
    #expect(options.worker == nil)
  }

  @Test("directories and programs for tests come from options")
  func options() throws {
    let options = try DaemonOptions(
      parsing: [
        "--foreground", "--data-directory", "/d", "--runtime-directory", "/r", "--state-directory",
        "/s", "--configuration-directory", "/c", "--system-executable", "/bin/a",
        "--system-executable", "/bin/b", "--trust-claims", "--dumpable", "--bus-address", "unix:x",
        "--machine-directory", "/m", "--clock-offset", "/o",
      ], base: base)
    #expect(options.directories.runtime == "/r/fresnel")
    #expect(options.directories.data == "/d/fresnel")
    #expect(options.directories.state == "/s/fresnel")
    #expect(options.directories.configuration == "/c/fresnel")
    #expect(options.systemExecutables == ["/bin/a", "/bin/b"])
    #expect(options.trustsClaims && options.isDumpable && options.isInForeground)
    #expect(options.busAddress == "unix:x")
    #expect(options.machineDirectory == "/m")
    #expect(options.clock.offsetPath == "/o")
  }

  @Test("a worker is told its class and its descriptor")
  func worker() throws {
    let options = try DaemonOptions(
      parsing: ["--worker", "complete", "--descriptor", "3"], base: base)
    #expect(options.worker?.className == "complete")
    #expect(options.worker?.descriptor == 3)
  }

  @Test("the process that stands on the network is told what main was told")
  func handoff() throws {
    let usual = try DaemonOptions(parsing: [], base: base)
    #expect(usual.handoff.address == nil && usual.handoff.name == nil && usual.handoff.usesAvahi)
    #expect(usual.handoffDescriptor == nil)
    var options = try DaemonOptions(
      parsing: [
        "--state-directory", "/s", "--handoff-address", "[::1]:0", "--handoff-name", "My desk",
        "--no-avahi", "--bus-address", "unix:x", "--system-bus-address", "unix:y", "--foreground",
      ], base: base)
    let child = try DaemonOptions(
      parsing: options.handoffArguments(descriptor: 7), base: base)
    #expect(child.handoff.address == NetworkAddress("::1", port: 0))
    #expect(child.handoff.name == "My desk" && !child.handoff.usesAvahi)
    // It opens no file and no socket of the session.
    options.directories = usual.directories
    options.busAddress = nil
    options.handoffDescriptor = 7
    #expect(child == options)
  }

  @Test(
    "a command line that makes no sense is refused",
    arguments: [
      ["--handoff"], ["--handoff", "--worker", "complete", "--descriptor", "3"],
      ["--handoff-address", "localhost:1"], ["--handoff-address", "127.0.0.1"],
      ["--nonsense"], ["--data-directory"], ["--data-directory", "relative"],
      ["--worker", "complete"], ["--descriptor", "3"],
      ["--worker", "complete", "--descriptor", "two"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: UsageError.self) {
      _ = try DaemonOptions(parsing: arguments, base: base)
    }
  }
}
