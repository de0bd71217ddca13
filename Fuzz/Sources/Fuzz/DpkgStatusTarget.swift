@testable import FresnelCommands
import FresnelModel

/// Databases of dpkg.
enum DpkgStatusTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "Package: cp\nStatus: install ok installed\nSection: base/utils\nInstalled-Size: 7\nArchitecture: amd64\n"
        + "Version: 1:2-3\nDescription: copies files\n It copies\n files.\n .\n   as it is\n \tso is this\n\n",
      "package: a\nversion: 1\nstatus: deinstall ok config-files\n\nPackage:b\nVERSION:2\nDescription-en: é\n.\n",
      "Package: c\r\nVersion: 3\r\nHomepage: https://example.org/\r\nMaintainer: A <a@example.org>\r\n\r\n"
        + " lost\nInstalled-Size: 9223372036854775807\nVersion\nPackage: d\nPackage: e\nVersion: 4",
      "Package: f\nVersion: 5\nInstalled-Size: -1\nDescription:\n .\n .\n\n\n \nPackage: \nVersion: 6\n",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    var byteCount = 0
    for package in Package.installed(in: input) {
      expect(!package.name.isEmpty, "A package has no name.")
      expect((package.installedSize ?? 0) >= 0, "A package takes less than no space.")
      expect(package.summary?.isEmpty != true, "A summary says nothing.")
      expect(package.text?.isEmpty != true, "A text says nothing.")
      let item = package.item(isOnly: byteCount == 0)
      expect((try? ItemCodec.encode(item)) != nil, "A package can be no item.")
      byteCount += package.name.utf8.count + package.version.utf8.count
      byteCount += (package.summary?.utf8.count ?? 0) + (package.text?.utf8.count ?? 0)
    }
    // A byte that is no UTF-8 becomes a character of three.
    expect(byteCount <= 3 * input.count, "The packages are more than the database.")
  }
}
