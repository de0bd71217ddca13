internal import FresnelModel
internal import FresnelPlatform

// The file, JSON:
//
//   {"version":1,"apps":{"com.example.notes":{"files":[{"path":"/usr/share/fresnel/apps/com.example.notes.plist",
//    "mount":"/","fileSystem":"uuid:6f1c"}],"programs":[{"path":"/usr/bin/notes","mount":"/","fileSystem":"uuid:6f1c"}],
//    "goneSeconds":7200,"countedAt":1760007200}}}
//
// Earlier files have "goneSince", the time of day when the app was first seen to be gone, and no file systems.

/// How ``InstalledApps`` are written down.
enum InstalledAppsFile {
  private static let maximumByteCount = 16 << 20

  /// Reads a file; nothing of one that is missing, damaged or of a later version.
  static func read(_ path: String) -> [String: InstalledApps.Record] {
    guard
      let bytes = try? FileSystem.regularFile(path, maximumByteCount: maximumByteCount).bytes,
      let root = try? JSONValue.parse(bytes), root["version"] == .integer(1),
      case .object(let apps)? = root["apps"]
    else { return [:] }
    var records: [String: InstalledApps.Record] = [:]
    for app in apps {
      var record = InstalledApps.Record(
        files: files(app.value["files"]), programs: files(app.value["programs"]))
      if case .integer(let seconds)? = app.value["goneSeconds"],
        case .integer(let moment)? = app.value["countedAt"]
      {
        record.absence = InstalledApps.Absence(seconds: seconds, countedAt: moment, mark: 0)
      } else if case .integer(let moment)? = app.value["goneSince"] {
        record.absence = InstalledApps.Absence(seconds: 0, countedAt: moment, mark: 0)
      }
      if !record.files.isEmpty || !record.programs.isEmpty { records[app.name] = record }
    }
    return records
  }

  /// Writes a file; what it says is on the disk when the call returns.
  static func write(
    _ records: [String: InstalledApps.Record], to path: String
  ) throws(SystemError) {
    let apps = records.sorted { $0.key < $1.key }.map { app, record in
      var members: [JSONMember] = []
      if !record.files.isEmpty { members.append(JSONMember("files", json(record.files))) }
      if !record.programs.isEmpty { members.append(JSONMember("programs", json(record.programs))) }
      if let absence = record.absence {
        members.append(JSONMember("goneSeconds", .integer(absence.seconds)))
        members.append(JSONMember("countedAt", .integer(absence.countedAt)))
      }
      return JSONMember(app, .object(members))
    }
    let root = JSONValue.object([
      JSONMember("version", .integer(1)), JSONMember("apps", .object(apps)),
    ])
    try FileSystem.write(Array((root.text(indented: true) + "\n").utf8), to: path)
  }

  private static func files(_ value: JSONValue?) -> [InstalledFile] {
    guard case .array(let values)? = value else { return [] }
    return values.compactMap { value in
      guard case .string(let path)? = value["path"], path.hasPrefix("/"),
        case .string(let mount)? = value["mount"]
      else { return nil }
      var fileSystem = ""
      if case .string(let text)? = value["fileSystem"] { fileSystem = text }
      return InstalledFile(path: path, mount: mount, fileSystem: fileSystem)
    }
  }

  private static func json(_ files: [InstalledFile]) -> JSONValue {
    .array(
      files.map { file in
        .object([
          JSONMember("path", .string(file.path)), JSONMember("mount", .string(file.mount)),
          JSONMember("fileSystem", .string(file.fileSystem)),
        ])
      })
  }
}
