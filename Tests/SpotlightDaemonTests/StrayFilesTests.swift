import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

@Suite("Files that were never finished", .timeLimit(.minutes(30)))
struct StrayFilesTests {
  @Test("the daemon removes what a crash left of its own files, and nothing else")
  func removed() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory)
      let state = directory + "/state/fresnel"
      try FileSystem.createDirectory(state + "/kept")
      let strays = ["apps.json.3w5e11264sgsf.new", "settings.json.1y2p0ij32e8e7.new"]
      let others = [
        "apps.json.new", "notes.new", "apps.json.3W5E11264SGSF.new", "apps.json.00000000003w5.new",
        "apps.json.3w5e11264sgsf.new.txt", "apps.json.zzzzzzzzzzzzzz.new",
        "kept/apps.json.3w5e11264sgsf.new",
      ]
      for name in strays + others {
        let path = state + "/" + name
        try FileSystem.write([1], to: path)
        let touched = try Command("/bin/touch", ["-d", "2020-01-01", path]).run()
        #expect(touched.isSuccess)
      }
      // Another process may be writing this one.
      try FileSystem.write([1], to: state + "/apps.json.2w5e11264sgsf.new")
      try daemon.start()
      defer { daemon.kill() }
      for name in strays { #expect(!FileSystem.exists(state + "/" + name), "\(name)") }
      for name in others + ["apps.json.2w5e11264sgsf.new"] {
        #expect(FileSystem.exists(state + "/" + name), "\(name)")
      }
    }
  }
}
