internal import FresnelModel
internal import FresnelPlatform

/// Reads the installed packages from the database of dpkg.
struct PackageReader: SourceReader {
  /// Where dpkg keeps its database.
  var path = "/var/lib/dpkg/status"

  func fingerprint() throws -> Fingerprint {
    var fingerprint = Fingerprint()
    fingerprint.add(file: path)
    return fingerprint
  }

  func forEachItem(
    warn: (String) -> Void, _ body: (Item, _ fraction: Double) throws -> Void
  ) throws {
    guard FileSystem.exists(path) else {
      warn("\(path) does not exist, so this system has no packages that Fresnel can read")
      return
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
