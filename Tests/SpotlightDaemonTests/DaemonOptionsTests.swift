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

  @Test(
    "a command line that makes no sense is refused",
    arguments: [
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
