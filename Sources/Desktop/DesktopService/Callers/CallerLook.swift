internal import FresnelApps
internal import FresnelPlatform

/// What a look at a caller's process came to.
///
/// The namespaces are compared first. Only the kernel answers for them, while a process in namespaces of its own may have a
/// root whose files cannot be read, or never answer; no file of its own is read then.
enum CallerLook: Equatable {
  /// It may search.
  case admitted
  /// It may not, for this reason, as long as it is on the bus.
  case refused(String)
  /// It cannot be told; the next call may find out.
  case unclear(String)

  /// Looks at a process, which may take time.
  ///
  /// - Parameters:
  ///   - number: Its number, as the bus has it.
  ///   - owner: The user that the bus knows it by.
  ///   - label: The security label that the bus knows it by; `nil` for none.
  ///   - user: The person whose session this is.
  init(at number: Int32, of owner: UInt32, label: String?, user: UInt32) {
    do throws(SystemError) {
      // Held first: while this process lives, nothing else has its number.
      let outline = try ProcessOutline(of: number)
      let reason: String?
      switch Self.namespaces(of: number) {
      case .ours:
        let peer = try PeerProcess(numbered: number, ofUser: owner)
        reason = CallerRules.refusal(of: peer.evidence, label: label, user: user)
      case .others: reason = CallerRules.otherNamespace
      case .hidden:
        reason = CallerRules.refusal(
          of: CallerRules.Outline(
            userIdentifier: outline.userIdentifier, namespaceDepth: outline.namespaceDepth,
            sharesOurUsers: try Self.users(of: "\(number)") == Self.users(of: "self"),
            controlGroups: outline.controlGroups),
          label: label, user: user)
      }
      guard outline.isAlive else {
        self = .unclear("The caller has ended.")
        return
      }
      self = reason.map(CallerLook.refused) ?? .admitted
    } catch {
      self = .unclear("It cannot be told who called. \(error)")
    }
  }

  private enum Namespaces {
    case ours, others
    /// The process does not let itself be looked at, such as a compositor with a file capability.
    case hidden
  }

  private static func namespaces(of number: Int32) -> Namespaces {
    for name in ["ns/user", "ns/pid"] {
      do throws(SystemError) {
        let (own, other) = (
          try FileSystem.status(of: "/proc/self/\(name)"),
          try FileSystem.status(of: "/proc/\(number)/\(name)")
        )
        guard let own, let other, own.device == other.device, own.inode == other.inode else {
          return .others
        }
      } catch {
        guard [SystemError.Code.accessDenied, .notPermitted].contains(error.code) else {
          return .others
        }
        return .hidden
      }
    }
    return .ours
  }

  /// Which users of ours the users of a process are. Everybody may read it of every process, and it is another one in a
  /// user namespace that the process made.
  ///
  /// - Parameter process: A number, or `self`.
  /// - Returns: What the kernel tells of it; to be compared only.
  /// - Throws: ``SystemError`` when the process is gone.
  static func users(of process: String) throws(SystemError) -> [UInt8] {
    try FileSystem.contents(of: "/proc/\(process)/uid_map")
  }
}
