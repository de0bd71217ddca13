internal import FresnelPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Files and directories that nobody but this person and root may write to, so that a program may be run from there.
enum TrustedPlace {
  /// Whether nobody but this person and root may write to a file or directory.
  ///
  /// Distributions that give each person a group of their own have a umask of 002, so that the group may write to what
  /// the person builds. It counts as the person where nobody else is in it.
  ///
  /// - Parameters:
  ///   - path: The file or directory; a symbolic link is followed.
  ///   - accounts: Who is in which group.
  /// - Returns: Whether it is so; `false` where it cannot be looked at.
  static func contains(_ path: String, accounts: Accounts = .current) -> Bool {
    var record = stat()
    guard stat(path, &record) == 0, record.st_uid == 0 || record.st_uid == getuid(),
      record.st_mode & 0o002 == 0
    else { return false }
    if record.st_mode & 0o020 == 0 { return true }
    // With an access control list, these bits are what any person or group in it has at most.
    return !hasAccessControlList(path) && accounts.isPrivate(group: record.st_gid, of: getuid())
  }

  /// Whether a file has an access control list; `true` where that cannot be told.
  private static func hasAccessControlList(_ path: String) -> Bool {
    // Swift's module of glibc has no <sys/xattr.h>.
    guard let symbol = dlsym(nil, "getxattr") else { return true }
    typealias Function =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
      ) -> Int
    // The C library's function of this name has this type (getxattr(2)), and writes nothing where the size is 0.
    let getxattr = unsafeBitCast(symbol, to: Function.self)
    let names: [String] = ["system.posix_acl_access", "system.nfs4_acl"]
    return names.contains { getxattr(path, $0, nil, 0) >= 0 }
  }
}

/// The persons and groups of this machine's own files. A group of another database, such as a directory service, is
/// nobody's own, as the members of such a group cannot all be known.
struct Accounts {
  private var persons: [(name: String, number: UInt32, group: UInt32)] = []
  private var groups: [(number: UInt32, members: [String])] = []

  /// Those of `/etc`.
  static var current: Accounts {
    func text(_ path: String) -> String {
      String(decoding: (try? FileSystem.contents(of: path)) ?? [], as: UTF8.self)
    }
    return Accounts(persons: text("/etc/passwd"), groups: text("/etc/group"))
  }

  /// Reads the texts of the two files; lines that make no sense are left out.
  ///
  /// - Parameters:
  ///   - persons: Lines as passwd(5) has them.
  ///   - groups: Lines as group(5) has them.
  init(persons: String, groups: String) {
    for fields in Self.lines(persons) where fields.count >= 4 {
      guard let number = UInt32(fields[2]), let group = UInt32(fields[3]) else { continue }
      self.persons.append((fields[0], number, group))
    }
    for fields in Self.lines(groups) where fields.count >= 4 {
      guard let number = UInt32(fields[2]) else { continue }
      self.groups.append((number, fields[3].split(separator: ",").map(String.init)))
    }
  }

  /// Whether a group is a person's usual one, and nobody else's.
  func isPrivate(group: UInt32, of person: UInt32) -> Bool {
    let usual = persons.filter { $0.group == group }
    let same = groups.filter { $0.number == group }
    guard !usual.isEmpty, !same.isEmpty, usual.allSatisfy({ $0.number == person }) else {
      return false
    }
    let names = persons.filter { $0.number == person }.map(\.name)
    return same.allSatisfy { $0.members.allSatisfy(names.contains) }
  }

  private static func lines(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { line in
      line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
