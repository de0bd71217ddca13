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

  /// Why a file says nothing.
  enum Failure: Error {
    /// It can't be read now.
    case unreadable(SystemError)
    /// It is too long, damaged or of a later version, and stays so.
    case damaged(String)

    /// One sentence.
    var message: String {
      switch self {
      case .unreadable(let error): error.message
      case .damaged(let sentence): sentence
      }
    }
  }

  /// Reads a file; one that is missing has nothing.
  static func read(_ path: String) throws(Failure) -> [String: InstalledApps.Record] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.regularFile(path, maximumByteCount: maximumByteCount).bytes
    } catch {
      switch error.code {
      case .notFound: return [:]
      case .fileTooLarge: throw .damaged(error.message)
      default: throw .unreadable(error)
      }
    }
    guard let root = try? JSONValue.parse(bytes), case .integer(let version)? = root["version"],
      case .object(let apps)? = root["apps"]
    else { throw .damaged("\(path) is damaged.") }
    guard version == 1 else { throw .damaged("\(path) is of a later version.") }
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

  /// Gives a file that can't be understood a name that nothing has yet.
  ///
  /// - Returns: The name; `nil` when somebody has removed the file.
  static func setAside(_ path: String) throws(SystemError) -> String? {
    var number = 1
    while try FileSystem.status(of: "\(path).damaged-\(number)") != nil { number += 1 }
    let aside = "\(path).damaged-\(number)"
    do throws(SystemError) {
      try FileSystem.rename(path, to: aside)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
    return aside
  }

  /// Writes a file; what it says is on the disk when the call returns.
  ///
  /// - Throws: ``SystemError``, also when there is more than is read again.
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
    let bytes = Array((root.text(indented: true) + "\n").utf8)
    guard bytes.count <= maximumByteCount else {
      throw SystemError(
        .fileTooLarge, call: "write", path: path,
        explanation: "\(path) would be longer than \(maximumByteCount) bytes.")
    }
    try FileSystem.write(bytes, to: path)
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
