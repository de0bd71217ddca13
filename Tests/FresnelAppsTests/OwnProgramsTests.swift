import FresnelApps
import FresnelPlatform
import SpotlightWire
import Testing

@Suite("Our own programs")
struct OwnProgramsTests {
  private func role(of path: String, _ programs: OwnPrograms) throws -> Role? {
    let status = try #require(try FileSystem.status(of: path))
    return programs.highestRole(
      of: ExecutableFile(device: status.device, inode: status.inode, path: path))
  }

  @Test("Programs are known by name; what else lies in their folders is an app like any other")
  func names() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let prefix = directory + "/prefix"
      for path in [
        "bin/fresnel", "bin/fresnel-desktop", "libexec/fresneld", "libexec/fresnel/fresnel-desktop",
        "libexec/fresnel/fresnel", "libexec/fresnel/other", "libexec/fresnel-helpers/fresnel-web",
        "libexec/fresnel/fresnel-window-gtk", "bin/fresnel-window", "bin/fresnel-window-gtk",
      ] {
        try FileSystem.createDirectory(FileSystem.parent(of: "\(prefix)/\(path)"))
        try FileSystem.write([], to: "\(prefix)/\(path)")
      }
      let programs = OwnPrograms(besides: prefix + "/libexec/fresneld")
      let roles = try [
        "bin/fresnel": role(of: prefix + "/bin/fresnel", programs),
        "libexec/fresnel/fresnel-desktop": role(
          of: prefix + "/libexec/fresnel/fresnel-desktop", programs),
        "libexec/fresnel/fresnel-window-gtk": role(
          of: prefix + "/libexec/fresnel/fresnel-window-gtk", programs),
      ]
      #expect(
        roles == [
          "bin/fresnel": .tool, "libexec/fresnel/fresnel-desktop": .surface,
          "libexec/fresnel/fresnel-window-gtk": .surface,
        ])
      for path in [
        "bin/fresnel-desktop", "libexec/fresneld", "libexec/fresnel/fresnel",
        "libexec/fresnel/other", "libexec/fresnel-helpers/fresnel-web", "bin/fresnel-window",
        "bin/fresnel-window-gtk",
      ] {
        #expect(try role(of: "\(prefix)/\(path)", programs) == nil, "\(path)")
      }
      #expect(programs.files.count == 3)
    }
  }

  @Test("In a build all programs lie beside the daemon; without a daemon there are none")
  func build() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for name in ["fresnel", "fresnel-desktop", "fresneld"] {
        try FileSystem.write([], to: "\(directory)/\(name)")
      }
      let programs = OwnPrograms(besides: directory + "/fresneld")
      #expect(try role(of: directory + "/fresnel", programs) == .tool)
      #expect(try role(of: directory + "/fresnel-desktop", programs) == .surface)
      #expect(OwnPrograms(besides: nil).files.isEmpty)
      let further = OwnPrograms(besides: nil, and: [directory + "/fresneld"])
      #expect(try role(of: directory + "/fresneld", further) == .tool)
    }
  }
}
