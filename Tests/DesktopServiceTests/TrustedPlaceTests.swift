import FresnelPlatform
import Glibc
import Testing

@testable import DesktopService

@Suite("Where programs may be run from")
struct TrustedPlaceTests {
  private static let persons = """
    root:x:0:0:root:/root:/bin/bash
    ann:x:1000:1000:Ann,,,:/home/ann:/bin/bash
    bob:x:1001:1001::/home/bob:/bin/sh
    eve:x:1002:1001::/home/eve:/bin/sh
    dan:x:1003:100::/home/dan:/bin/sh
    :::
    +::::::
    """

  private func accounts(_ groups: String) -> Accounts {
    Accounts(persons: Self.persons, groups: groups)
  }

  @Test("A group is a person's own where nobody else is in it")
  func privateGroups() {
    #expect(accounts("ann:x:1000:").isPrivate(group: 1000, of: 1000))
    #expect(accounts("ann:x:1000:ann").isPrivate(group: 1000, of: 1000))
    #expect(!accounts("ann:x:1000:bob").isPrivate(group: 1000, of: 1000))
    #expect(!accounts("ann:x:1000:ann,bob").isPrivate(group: 1000, of: 1000))
    // A second name of the same group has members of its own.
    #expect(!accounts("ann:x:1000:\nstaff:x:1000:bob").isPrivate(group: 1000, of: 1000))
    // Another person's usual group.
    #expect(!accounts("bob:x:1001:").isPrivate(group: 1001, of: 1001))
    #expect(!accounts("ann:x:1000:").isPrivate(group: 1000, of: 1001))
    // A group that the person is only a member of.
    #expect(!accounts("work:x:50:ann").isPrivate(group: 50, of: 1000))
    // One that these files do not have.
    #expect(!accounts("").isPrivate(group: 1000, of: 1000))
    #expect(!accounts("ann:x:1000").isPrivate(group: 1000, of: 1000))
    #expect(!accounts("ann:x:1000:").isPrivate(group: 1000, of: 4000))
  }

  /// Calls setxattr(2), which Swift's module of glibc does not have.
  private static func setAccessControlList(_ list: [UInt8], of path: String) throws -> Int32 {
    typealias Function =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
      ) -> Int32
    let symbol = try #require(dlsym(nil, "setxattr"))
    let setxattr = unsafeBitCast(symbol, to: Function.self)
    return setxattr(path, "system.posix_acl_access", list, list.count, 0)
  }

  /// What is decided of a directory of this person's with permissions.
  private func isTrusted(
    _ permissions: String, members: String = "", list: [UInt8] = []
  ) throws -> Bool {
    let (person, group) = (getuid(), getgid())
    let accounts = Accounts(
      persons: "me:x:\(person):\(group)::/:/bin/sh", groups: "mine:x:\(group):\(members)")
    return try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let place = directory + "/build"
      try FileSystem.createDirectory(place)
      #expect(try Command("/bin/chmod", [permissions, place]).run().isSuccess)
      if !list.isEmpty {
        let status = try Self.setAccessControlList(list, of: place)
        #expect(status == 0 || errno == ENOTSUP)
        // A file system without such lists: there is nothing to be seen.
        if status != 0 { return false }
      }
      return TrustedPlace.contains(place, accounts: accounts)
    }
  }

  @Test("What is built with a umask of 002 is trusted where the group is the person's own")
  func permissions() throws {
    #expect(try isTrusted("700") && isTrusted("755") && isTrusted("775"))
    #expect(try !isTrusted("775", members: "bob") && isTrusted("755", members: "bob"))
    #expect(try !isTrusted("777") && !isTrusted("757") && !isTrusted("1777"))
    #expect(!TrustedPlace.contains("/nowhere/at/all"))
  }

  @Test("A person whom an access control list lets write is nobody of the group")
  func lists() throws {
    // user::rwx, user:12345:rwx, group::r-x, mask::rwx, other::r-x, as the kernel takes them (acl(5)).
    let entries: [(tag: UInt16, permissions: UInt16, number: UInt32)] = [
      (0x01, 7, .max), (0x02, 7, 12345), (0x04, 5, .max), (0x10, 7, .max), (0x20, 5, .max),
    ]
    var list: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      for number in [entry.tag, entry.permissions] {
        list += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      }
      for shift in stride(from: 0, to: 32, by: 8) {
        list.append(UInt8(truncatingIfNeeded: entry.number >> UInt32(shift)))
      }
    }
    #expect(try !isTrusted("775", list: list))
  }

  @Test("A symbolic link counts as what it leads to")
  func links() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/build")
      #expect(try Command("/bin/chmod", ["757", directory + "/build"]).run().isSuccess)
      #expect(try Command("/bin/ln", ["-s", "build", directory + "/link"]).run().isSuccess)
      #expect(!TrustedPlace.contains(directory + "/link"))
    }
  }
}
