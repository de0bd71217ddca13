internal import FresnelBus
internal import FresnelPlatform

/// The file of this process's program, which an update may replace.
///
/// A process whose program is gone is an app like any other to the daemon when it connects again, and would find nothing. So
/// it has to end, and the bus starts the new program at the next call.
package struct ProgramFile: Sendable {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Takes the file as it is now; `nil` where it cannot be looked at.
  ///
  /// - Parameter path: Where it is; usually ``FresnelPlatform/CurrentProcess/executablePath``.
  package init?(at path: String?) {
    guard let path, let status = try? FileSystem.status(of: path) else { return nil }
    (self.path, device, inode) = (path, status.device, status.inode)
  }

  /// Whether another file is there by now, or none.
  package var isReplaced: Bool {
    guard let status = try? FileSystem.status(of: path) else { return true }
    return (status.device, status.inode) != (device, inode)
  }

  /// The object as long as the file is there. The first search after that finds nothing, and ends the process: its answer
  /// could be that of a program which may not search any more. What a person chose is opened all the same, since a choice
  /// that is lost is worse than one that the daemon refuses.
  ///
  /// - Parameters:
  ///   - object: The object of a provider.
  ///   - end: Ends the process, but not before answers are sent.
  /// - Returns: An object that is to be served in its place.
  func guarding(_ object: BusObject, end: @escaping @Sendable () -> Void) -> BusObject {
    BusObject(object.path, object.interface) { [self] request in
      guard let nothing = Self.nothing(for: request.member), isReplaced else {
        return object.answer(request)
      }
      // No error: some versions of KRunner wait for ever after one.
      request.reply(.success([nothing]))
      end()
    }
  }

  /// What a method that searches answers when nothing is found; `nil` for another method.
  private static func nothing(for member: String) -> BusValue? {
    switch member {
    case "GetInitialResultSet", "GetSubsearchResultSet": .texts([])
    case "Match": .array(element: "(sssida{sv})", [])
    default: nil
    }
  }
}
