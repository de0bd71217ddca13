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
    if let path = CurrentProcess.executablePath.flatMap(program(besides:)) { return path }
    let installed = ["/usr/local/libexec/fresneld", "/usr/libexec/fresneld"]
    return installed.first { FileSystem.isExecutable($0) } ?? Command.path(of: "fresneld")
  }

  /// The daemon's program that was installed with a program: `PREFIX/libexec/fresneld` for one in `PREFIX/bin`.
  ///
  /// It counts only if it and its directory belong to this person or root and not everybody may write there: a program
  /// in a place that others may write to, such as `/tmp/bin`, must not start what they put beside it.
  static func program(besides executable: String) -> String? {
    let bin = FileSystem.parent(of: executable)
    guard FileSystem.lastComponent(of: bin) == "bin" else { return nil }
    let directory = FileSystem.parent(of: bin) + "/libexec"
    let program = directory + "/fresneld"
    let isTrusted = [(directory, 0o002 as UInt32), (program, 0o022)].allSatisfy { path, others in
      guard let status = try? FileSystem.status(of: path) else { return false }
      return (status.owner == 0 || status.owner == CurrentProcess.userIdentifier)
        && status.permissions & others == 0
    }
    return isTrusted && FileSystem.isExecutable(program) ? program : nil
  }

  /// Where the units of a person's systemd are.
  private static func unitDirectories(_ directories: BaseDirectories) -> [String] {
    [
      directories.configuration + "/systemd/user", directories.data + "/systemd/user",
      "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
    ]
  }
}
