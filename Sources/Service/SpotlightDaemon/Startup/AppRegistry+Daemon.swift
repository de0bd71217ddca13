internal import FresnelApps

extension AppRegistry {
  /// Where manifests lie, for a daemon with its files in some directories.
  static func directories(_ directories: DaemonDirectories) -> [Directory] {
    [Directory(path: directories.manifests, isPersonal: true)]
      + directories.systemData.map { Directory(path: $0 + "/fresnel/apps", isPersonal: false) }
  }
}
