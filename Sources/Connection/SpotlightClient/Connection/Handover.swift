internal import Dispatch
internal import FresnelPlatform
internal import SpotlightWire

/// Gives the index that an app kept itself, before there was a daemon, to the daemon.
///
/// While it is read no process writes to it. When the daemon holds everything, the directory is emptied;
/// until then nothing is lost by an end at any moment, and it is begun again at the next start.
struct Handover: Sendable {
  /// The directory of the app's own index.
  let directory: String

  /// The lock that says which process writes to a store, as the engine names it.
  private static let lockName = "lock"

  private var lockPath: String { directory + "/" + Self.lockName }

  /// Whether there is something to hand over.
  var isDue: Bool {
    let names = (try? FileSystem.entries(of: directory)) ?? []
    return names.contains { $0 != Self.lockName }
  }

  /// Hands the index over.
  ///
  /// - Parameters:
  ///   - link: A connection over which nothing else was sent.
  ///   - completion: Called once, when requests may be sent; not at all when the connection is lost before,
  ///     of which its observer is told.
  func run(over link: Link, completion: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .userInitiated).async {
      let request = TakeOver(folderName: FileSystem.lastComponent(of: directory))
      guard let held = try? HeldDirectory(directory) else {
        // Another process writes to it, or it cannot be read; it is tried again at the next start. The daemon
        // refuses the lock, and keeps in mind from then on what the app deletes.
        guard let lock = try? SharedDescriptor(openingRegularFile: lockPath) else {
          return completion()
        }
        return link.request(.takeOver(request), descriptors: [lock]) { reply in
          if case .message = reply { completion() }
        }
      }
      link.request(.takeOver(request), descriptors: [held.descriptor]) { reply in
        switch reply {
        case .message(.takenOver, _, _): held.empty(except: Self.lockName)
        // What the daemon could not take stays, and is offered again; the delegate is asked to index
        // everything, as the daemon does not know the index.
        case .message: break
        // Offered again over the next connection.
        case .lost: return
        }
        completion()
      }
    }
  }

  /// The directory, which no other process writes to meanwhile.
  private final class HeldDirectory: Sendable {
    let descriptor: SharedDescriptor
    private let path: String
    private let lock: LockFile

    init(_ path: String) throws(SystemError) {
      lock = try LockFile(locking: path + "/" + Handover.lockName)
      descriptor = try SharedDescriptor(openingDirectory: path)
      self.path = path
    }

    func empty(except kept: String) {
      let names = (try? FileSystem.entries(of: path)) ?? []
      for name in names where name != kept { try? FileSystem.removeTree(path + "/" + name) }
    }
  }
}
