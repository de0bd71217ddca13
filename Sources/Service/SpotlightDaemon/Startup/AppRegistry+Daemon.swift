internal import FresnelApps
internal import FresnelPlatform

extension AppRegistry {
  /// Where manifests lie, for a daemon with its files in some directories.
  static func directories(_ directories: DaemonDirectories) -> [Directory] {
    Self.directories(
      data: FileSystem.parent(of: directories.data), systemData: directories.systemData,
      flatpaks: directories.flatpaks)
  }
}
