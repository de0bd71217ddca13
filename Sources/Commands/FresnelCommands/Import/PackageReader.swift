internal import FresnelModel
internal import FresnelPlatform

/// Reads the installed packages from the database of dpkg.
struct PackageReader: SourceReader {
  /// Where dpkg keeps its database.
  private let path = "/var/lib/dpkg/status"
  private let files: SourceFiles

  /// A reader of the system's packages.
  init(_ files: SourceFiles) {
    self.files = files
  }

  func fingerprint() throws -> Fingerprint {
    var fingerprint = Fingerprint()
    fingerprint.add(file: path, files.status(of: path))
    return fingerprint
  }

  func forEachItem(_ body: (Item, _ fraction: Double) throws -> Void) throws {
    guard try FileSystem.status(of: path) != nil else {
      return files.failEverything(
        "\(path) does not exist, so this system has no packages that Fresnel can read; "
          + "what was imported before stays")
    }
    let packages = Package.installed(in: try FileSystem.contents(of: path))
    let counts = packages.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    for (number, package) in packages.enumerated() {
      try body(
        package.item(isOnly: counts[package.name] == 1),
        Double(number + 1) / Double(packages.count))
    }
  }
}
