internal import CPlatform

/// What anybody may read about a process, also about one that does not let itself be looked at, as programs with file
/// capabilities do not.
package struct ProcessOutline: Sendable {
  /// The user that it runs as.
  package let userIdentifier: UInt32
  /// In how many process namespaces, each within the one before, it has a number; 1 for one that shares ours.
  package let namespaceDepth: Int
  /// The control groups that it is part of, one path for each hierarchy.
  package let controlGroups: [String]

  private let process: SharedDescriptor

  /// Whether the process has not ended.
  package var isAlive: Bool { fresnel_process_is_alive(process.rawValue) != 0 }

  /// Holds the process that has a number now, and reads what the kernel tells everybody about it.
  ///
  /// What was read is that process's only if ``isAlive`` is true afterwards.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/notFound`` or ``SystemError/Code/noProcess`` when it is gone,
  ///   ``SystemError/Code/damagedData`` when the kernel tells less than it should.
  package init(of number: Int32) throws(SystemError) {
    process = SharedDescriptor(
      adopting: try retrying("pidfd_open") { fresnel_process_descriptor(number) })
    let directory = try ProcessDirectory(of: number)
    let status = try directory.content(of: "status", atMost: 1 << 16)
    guard let user = Self.numbers("Uid:", in: status).dropFirst().first else {
      throw SystemError(
        .damagedData, call: "read", path: "/proc/\(number)/status",
        explanation: "The kernel does not tell as whom the process \(number) runs.")
    }
    userIdentifier = user
    namespaceDepth = Self.numbers("NSpid:", in: status).count
    let groups = try directory.content(of: "cgroup", atMost: 1 << 16)
    controlGroups = String(decoding: groups, as: UTF8.self).split(separator: "\n").compactMap {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).first
        .map(String.init)
    }
  }

  /// The numbers on the line of a process's `status` file that begins with a name.
  static func numbers(_ name: String, in status: [UInt8]) -> [UInt32] {
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return [] }
    return line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).compactMap {
      UInt32($0)
    }
  }
}
