internal import FresnelModel
package import FresnelPlatform
package import SpotlightWire

/// What the extensions of apps print, in a file of each app that the person alone can read.
///
/// An extension may print anything, also of what its app keeps encrypted. So none of it comes into the daemon's journal,
/// which other programs collect. Methods may be called on any thread and wait for the disk.
package struct ExtensionLog: Sendable {
  /// The most bytes that are kept of an app between two runs.
  package static let maximumByteCount = 1 << 20
  private let directory: String

  /// Keeps files in a directory, which is made when it is needed.
  package init(directory: String) {
    self.directory = directory
  }

  /// The directory below a person's directory of state.
  ///
  /// - Parameter state: `fresnel` in that directory.
  /// - Returns: The path.
  package static func directory(below state: String) -> String { state + "/extension-logs" }

  /// Where the file of an app is or will be: letters, digits, dots, hyphens and underscores of the identifier as they
  /// are, other bytes as `%` and two digits.
  package func path(of app: AppIdentity) -> String {
    var name = ""
    for byte in app.identifier.utf8.prefix(80) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !name.isEmpty: name += "."
      default: name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return "\(directory)/\(name).log"
  }

  /// Begins the part of a run, and opens the file for what the extension prints.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - point: What the extension is for.
  ///   - moment: When it is started, in seconds since 1970.
  /// - Returns: The file, which is written at its end.
  /// - Throws: `SystemError`.
  package func begin(
    _ app: AppIdentity, _ point: ExtensionPoint, at moment: Int64
  ) throws(SystemError) -> SharedDescriptor {
    try FileSystem.createDirectory(directory)
    let file = try FileDescriptor(
      openingOrdinary: path(of: app), for: .appending, creation: .ifMissing)
    let time = Timestamp(secondsSince1970: Double(moment)).iso8601 ?? "\(moment)"
    try file.write(Array("--- \(time) \(point.rawValue)\n".utf8))
    return try SharedDescriptor(sharing: file)
  }

  /// Keeps the end of an app's file alone, where it has become too long. No extension of the app may run.
  ///
  /// - Throws: `SystemError`.
  package func trim(_ app: AppIdentity) throws(SystemError) {
    let path = path(of: app)
    guard let status = try FileSystem.status(of: path),
      status.byteCount > UInt64(Self.maximumByteCount)
    else { return }
    let file = try FileDescriptor(openingOrdinary: path, for: .reading)
    var offset = status.byteCount - UInt64(Self.maximumByteCount)
    var kept: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while kept.count < Self.maximumByteCount {
      var span = chunk.mutableSpan
      let count = try span.withUnsafeMutableBytes { chunk throws(SystemError) in
        try file.read(into: chunk, at: offset)
      }
      if count == 0 { break }
      kept += chunk[..<count]
      offset += UInt64(count)
    }
    // The first line is a part of one.
    let start = kept.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    try FileSystem.write(Array(kept[start...]), to: path)
  }

  /// What an app's extensions printed; `nil` when they never ran.
  ///
  /// - Throws: `SystemError`.
  package func text(of app: AppIdentity) throws(SystemError) -> String? {
    let path = path(of: app)
    guard FileSystem.exists(path) else { return nil }
    // Of one that runs there may be more than is kept afterwards.
    return String(
      decoding: try FileSystem.regularFile(path, maximumByteCount: 1 << 30).bytes, as: UTF8.self)
  }
}
