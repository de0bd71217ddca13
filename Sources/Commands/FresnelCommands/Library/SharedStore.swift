internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire

/// The store of programs without an identifier that none of them hands to the daemon: several of one name have filled
/// it, or it cannot be told which.
///
/// Flatpaks are left out. What is in the directory of one is all the same app's.
struct SharedStore: Sendable {
  /// The name of the programs, as the folder has it.
  let name: String
  /// Its directory.
  let directory: String
  /// The programs that have filled it, as far as that is known.
  let programs: [String]

  /// The stores of a person's programs that stay where they are. Only their notes are read, not what is in them.
  ///
  /// - Parameter directories: The person's directories.
  /// - Returns: The stores, in the order of their names.
  static func all(in directories: BaseDirectories) -> [SharedStore] {
    let parent = StoreLocation.apps(in: directories.data)
    let names = (try? FileSystem.entries(of: parent)) ?? []
    return names.sorted().compactMap { SharedStore($0, in: parent) }
  }

  private init?(_ name: String, in parent: String) {
    let path = parent + "/" + name
    guard let opened = try? SharedDescriptor(openingDirectory: path, followingLinks: false),
      let isVacant = try? opened.withPath({ (path) throws(SystemError) in
        try StoreLocation.isVacant(path)
      }), !isVacant
    else { return nil }
    switch StorePrograms.Reading(in: opened) {
    case .missing: return nil
    case .damaged: programs = []
    case .valid(let note):
      // One program that is still where it was hands the store over when it runs.
      guard note.names.count > 1 || Self.isGone(note.names[0]) else { return nil }
      programs = note.names
    }
    self.name = name
    directory = path
  }

  /// Whether a program cannot be started any more. In a container it may be there.
  private static func isGone(_ program: String) -> Bool {
    if program == StorePrograms.nameless { return true }
    guard !program.hasPrefix("elsewhere:") else { return false }
    return !FileSystem.mayExist(file(of: program))
  }

  /// The file of a program, without what says how it is run.
  private static func file(of program: String) -> String {
    for kind in ["script:", "appimage:"] where program.hasPrefix(kind) {
      return String(program.dropFirst(kind.count))
    }
    return program
  }

  /// What it is and why it stays, in one sentence without a full stop.
  var sentence: String {
    let named = programs.filter { $0 != StorePrograms.nameless }.map { withoutControls($0) }
    let others = programs.isEmpty || named.count < programs.count
    let list = named + (others ? ["programs that cannot be named"] : [])
    return "\(withoutControls(directory)) stays where it is, as it was filled by "
      + "\(list.joined(separator: ", ")); searches show it, and it can be removed when the programs have indexed "
      + "their items again"
  }

  /// For programs.
  var json: JSONValue {
    .object([
      JSONMember("name", .string(name)), JSONMember("path", .string(directory)),
      JSONMember("programs", .array(programs.map { .string($0) })),
    ])
  }

  /// What the doctor says of it.
  var finding: JSONValue {
    .object([
      JSONMember("code", .string("storeNotHandedOver")), JSONMember("severity", .string("note")),
      JSONMember("app", .string(name)), JSONMember("message", .string("The store in \(sentence).")),
      JSONMember("mended", .boolean(false)), JSONMember("mendable", .boolean(false)),
    ])
  }
}
