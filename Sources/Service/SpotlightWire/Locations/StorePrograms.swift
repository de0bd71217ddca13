package import FresnelPlatform

/// The note in the directory of a store that an app keeps itself: the programs that have written to it.
///
/// The directory is named after the app, and without a declared identifier that is the name of its program's file. So
/// programs of one name in different places share a store. For the daemon they are different apps: such a store is
/// handed to it only by the program that alone has written to it.
///
/// Every writer holds the lock of the store, and the note names it, on the disk, before its first change. A note begins
/// only with a store that holds nothing; a store that was filled before there were notes has none. The names are those
/// by which the daemon knows programs without a manifest.
package struct StorePrograms: Equatable, Sendable {
  /// The programs, in the order in which they came; not empty.
  package let names: [String]

  /// The name of the note in the directory of a store.
  package static let fileName = "programs"

  /// More programs are not named: a store of two is nobody's already.
  private static let limit = 8
  /// The longest name, in bytes, as of the names of programs without a manifest.
  private static let longestName = 4096 + 16
  /// The longest note: each byte of a name takes three at most.
  private static let longestNote = limit * (3 * longestName + 1) + 64

  private static let heading = "fresnel programs 1"

  /// What a note says of programs that have no name which stays the same, as of a text that an interpreter was given. No
  /// program is called so.
  package static let nameless = "nameless"

  /// The name of this process's program; `nil` where it has none that stays the same.
  ///
  /// In a container the same path may lead to another file, and the daemon says so in its name too. What keeps its
  /// files apart from the person's in another way, as `chroot`, is not noticed.
  package static let current: String? = {
    guard let program = RunningProgram.current, program.path != nil else { return nil }
    let name = (isInContainer ? "elsewhere:" : "") + program.name
    return isName(name) ? name : nil
  }()

  /// Whether this process runs in a container, and not in a Flatpak, which has a data directory of its own.
  private static var isInContainer: Bool {
    guard !FileSystem.mayExist("/.flatpak-info") else { return false }
    return Environment["container"]?.isEmpty == false
      || ["/run/.containerenv", "/.dockerenv"].contains(where: FileSystem.mayExist)
  }

  /// Names programs.
  package init(_ names: [String]) {
    self.names = names
  }

  /// Whether a program may hand a store over as its own: no other one has written to it, as far as that is known.
  ///
  /// - Parameters:
  ///   - program: The name of the program; `nil` for one that cannot be named, which never may.
  ///   - directory: The open directory of the store.
  /// - Returns: Whether it may. A store without a note was filled before there were notes.
  package static func allow(_ program: String?, in directory: SharedDescriptor) -> Bool {
    guard let program else { return false }
    return switch Reading(in: directory) {
    case .missing: true
    case .damaged: false
    case .valid(let note): note.names.count == 1 && note.contains(program)
    }
  }

  /// Records that a program is going to write to a store; durable when it returns. The caller holds the store's lock.
  ///
  /// - Parameters:
  ///   - program: The name of the program; `nil` for one that cannot be named.
  ///   - directory: The open directory of the store.
  ///   - isNew: Whether the store holds nothing, and nothing of it was lost.
  /// - Throws: ``SystemError``; the program must not write to the store then.
  package static func record(
    _ program: String?, in directory: SharedDescriptor, isNew: Bool
  ) throws(SystemError) {
    let name = program ?? nameless
    switch Reading(in: directory) {
    case .damaged: break
    case .missing: if isNew { try StorePrograms([name]).write(in: directory) }
    case .valid(let note):
      guard !note.contains(name), note.names.count < limit else { return }
      try StorePrograms(note.names + [name]).write(in: directory)
    }
  }

  /// Removes the note of a store that holds nothing, also for after a power loss.
  ///
  /// - Throws: ``SystemError``.
  static func remove(from directory: SharedDescriptor) throws(SystemError) {
    try directory.removeTree(fileName)
    try directory.synchronizeEntries()
  }

  /// Whether a program is among them. A path is bytes: letters that only look alike make another file.
  private func contains(_ program: String) -> Bool {
    names.contains { $0.utf8.elementsEqual(program.utf8) }
  }

  private func write(in directory: SharedDescriptor) throws(SystemError) {
    try directory.withPath { (path) throws(SystemError) in
      try FileSystem.write(bytes, to: path + "/" + Self.fileName)
    }
  }

  /// What stands in the place of a note.
  package enum Reading: Sendable {
    /// Nothing: the store was filled before there were notes, or holds nothing.
    case missing
    /// What is not to be believed: it is damaged, a link, or another person's.
    case damaged
    /// The programs.
    case valid(StorePrograms)

    /// Reads the note of a store.
    ///
    /// - Parameter directory: The open directory of the store.
    package init(in directory: SharedDescriptor) {
      do throws(SystemError) {
        let bytes = try directory.withPath { (path) throws(SystemError) in
          try StorePrograms.content(of: path + "/" + StorePrograms.fileName)
        }
        self = bytes.flatMap { StorePrograms(bytes: $0) }.map { .valid($0) } ?? .damaged
      } catch {
        self = error.code == .notFound ? .missing : .damaged
      }
    }
  }

  /// The content of an ordinary file of this person's; `nil` for one that is too long or another's.
  private static func content(of path: String) throws(SystemError) -> [UInt8]? {
    let shared = try SharedDescriptor(openingRegularFile: path)
    let status = try shared.status()
    guard status.owner == CurrentProcess.userIdentifier, status.byteCount <= UInt64(longestNote)
    else { return nil }
    let file = FileDescriptor(adopting: shared.rawValue, path: path, closing: false)
    return try withExtendedLifetime(shared) { () throws(SystemError) in
      try file.read(count: longestNote)
    }
  }
}

// MARK: - The bytes

extension StorePrograms {
  /// Lines of text: a heading, the names, and the checksum of all before it.
  var bytes: [UInt8] {
    let lines = [Self.heading] + names.map(Self.encoded)
    let text = lines.map { $0 + "\n" }.joined()
    let checksum = String(CRC32C.checksum(of: Array(text.utf8)), radix: 16)
    return Array("\(text)\(checksum)\n".utf8)
  }

  /// Reads the bytes; `nil` unless they are what ``bytes`` makes of one to ``limit`` names.
  init?(bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.heading[...], lines.count > 3 else { return nil }
    let names = lines[1..<(lines.count - 2)].map { Self.decoded($0) }
    guard names.count <= Self.limit, names.allSatisfy(Self.isName),
      Set(names.map { Array($0.utf8) }).count == names.count
    else { return nil }
    self.init(names)
    // Whatever else would make the same names is no note of this library.
    guard self.bytes == bytes else { return nil }
  }

  /// Whether a text can be in a note. What was no UTF-8 may stand for several files.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName && !name.unicodeScalars.contains("\u{FFFD}")
  }

  /// The name with `%` and two digits for what is no visible character of ASCII, and for `%`.
  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") else {
        return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
      return String(UnicodeScalar(byte))
    }.joined()
  }

  private static func decoded(_ line: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = line.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
