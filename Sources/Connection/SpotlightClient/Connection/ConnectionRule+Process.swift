internal import FresnelPlatform
package import SpotlightWire

extension ConnectionRule {
  /// The rule for this process.
  package static func current(for app: AppIdentity) -> ConnectionRule {
    let directories = BaseDirectories.current
    return ConnectionRule(
      environment: Environment.all, executable: CurrentProcess.executablePath ?? "",
      embeddedDirectory: StoreLocation.embedded(for: app), canEmbed: hasEmbeddedService,
      exists: { FileSystem.exists($0) },
      isPrivateDirectory: { path in
        guard let status = try? FileSystem.status(of: path) else { return false }
        return status.kind == .directory && status.owner == CurrentProcess.userIdentifier
          && status.permissions & 0o077 == 0
      },
      daemonProgram: { program },
      hasSocketUnit: {
        unitDirectories(directories).contains { FileSystem.exists($0 + "/fresneld.socket") }
      })
  }

  #if Embedded
    private static let hasEmbeddedService = true
  #else
    private static let hasEmbeddedService = false
  #endif

  private static var program: String? {
    let installed = ["/usr/local/libexec/fresneld", "/usr/libexec/fresneld"]
    return installed.first { FileSystem.isExecutable($0) } ?? Command.path(of: "fresneld")
  }

  /// Where the units of a person's systemd are.
  private static func unitDirectories(_ directories: BaseDirectories) -> [String] {
    [
      directories.configuration + "/systemd/user", directories.data + "/systemd/user",
      "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
    ]
  }
}
