internal import Foundation

/// What the `Info.plist` beside an executable says of the program.
struct ProgramManifest: Sendable {
  /// Its path.
  let path: String
  /// `CFBundleIdentifier`.
  let identifier: String?
  /// `NSUserActivityTypes`; `nil` without a list.
  let activityTypes: [String]?
  /// The schemes of `CFBundleURLTypes`, in lower case.
  let urlSchemes: Set<String>

  /// That of this process; `nil` when it has none.
  static let ofProcess: ProgramManifest? = Bundle.main.executableURL.flatMap {
    ProgramManifest(folder: $0.deletingLastPathComponent())
  }

  /// Reads the `Info.plist` of a folder; `nil` when there is none, or it is no property list.
  init?(folder: URL) {
    let file = folder.appendingPathComponent("Info.plist")
    guard let data = try? Data(contentsOf: file),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let root = list as? [String: Any]
    else { return nil }
    path = file.path
    identifier = root["CFBundleIdentifier"] as? String
    activityTypes = (root["NSUserActivityTypes"] as? [Any])?.compactMap { $0 as? String }
    let types = root["CFBundleURLTypes"] as? [[String: Any]] ?? []
    let schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
    urlSchemes = Set(schemes.map { $0.lowercased() })
  }
}
