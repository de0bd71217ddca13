internal import Dispatch
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Gives the index that an app kept itself, before there was a daemon, to the daemon.
///
/// While it is read no process writes to it. When the daemon holds everything, the directory is emptied;
/// until then nothing is lost by an end at any moment, and it is begun again at the next start.
struct Handover: Sendable {
  /// The directory of the app's own index.
  let directory: String
  /// Names the program of this process, where other programs may have kept their index there; `nil` where it is the
  /// app's alone.
  var nameProgram: (@Sendable () -> String?)?

  private var lockPath: String { directory + "/" + StoreLocation.lockName }

  /// The directories that the daemon has taken over and that could not be emptied, in the life of this process.
  private static let kept = Mutex<Set<String>>([])

  /// Whether there is something to hand over. What cannot be looked into may hold something.
  var isDue: Bool {
    do throws(SystemError) {
      guard try !StoreLocation.isVacant(directory) else { return false }
      guard let nameProgram else { return true }
      let opened = try SharedDescriptor(openingDirectory: directory, followingLinks: false)
      let isOwn = StorePrograms.allow(nameProgram(), in: opened)
      if !isOwn {
        DeveloperNotice.show(
          "the index in \(directory) stays there: another program of this name may have filled it.")
      }
      return isOwn
    } catch {
      return error.code != .notFound && nameProgram == nil
    }
  }

  /// What came of it.
  enum Outcome {
    /// Requests may be sent.
    case done
    /// Another connection has to be made before requests are sent, since the daemon hears of a store only as a
    /// connection begins. Either it has everything, and the directory could not be emptied: it will be handed over
    /// again, and what the app deletes from here on must not come back with it. Or another process of the app has given
    /// the store away meanwhile, so that there is none any more.
    case again(ServiceError)
  }

  /// Hands the index over.
  ///
  /// - Parameters:
  ///   - link: A connection over which nothing else was sent.
  ///   - completion: Called once, when that is done; not at all when the connection is lost before, of which its
  ///     observer is told.
  func run(over link: Link, completion: @escaping @Sendable (Outcome) -> Void) {
    DispatchQueue.global(qos: .userInitiated).async {
      let isKept = Self.kept.withLock { $0.contains(directory) }
      let request = TakeOver(
        folderName: FileSystem.lastComponent(of: directory), isKept: isKept)
      guard !isKept,
        let held = try? HeldDirectory(directory, followingLinks: nameProgram == nil)
      else {
        // It is handed over already, another process writes to it, or it cannot be read; it is tried again at the
        // next start. The daemon refuses what is no directory, and keeps in mind from then on what the app deletes.
        guard let token else { return completion(.done) }
        return link.request(.takeOver(request), descriptors: [token]) { reply in
          guard case .message(let answer, _, _) = reply else { return }
          // What the daemon has whole is missing nowhere.
          if isKept { return completion(.done) }
          // A directory of a network may not answer, and the connection goes on meanwhile.
          DispatchQueue.global(qos: .userInitiated).async {
            guard (try? StoreLocation.isVacant(directory)) != true else {
              return completion(
                .again(
                  ServiceError(
                    .unavailable, "The app's own index was handed over by another process.")))
            }
            tell(of: answer)
            completion(.done)
          }
        }
      }
      // Another program may have written there before it was locked.
      if let nameProgram, !StorePrograms.allow(nameProgram(), in: held.descriptor) {
        return completion(.done)
      }
      link.request(.takeOver(request), descriptors: [held.descriptor]) { reply in
        switch reply {
        case .message(.takenOver, _, _):
          do throws(SystemError) {
            try held.empty()
          } catch {
            _ = Self.kept.withLock { $0.insert(directory) }
            let reason = "The app's own index was handed over and cannot be removed."
            return completion(
              .again(ServiceError(.unavailable, "\(reason) \(error.message)")))
          }
        // What the daemon could not take stays, and is offered again; the delegate is asked to index
        // everything, as the daemon does not know the index.
        case .message(let answer, _, _): tell(of: answer)
        // Offered again over the next connection.
        case .lost: return
        }
        completion(.done)
      }
    }
  }

  private func tell(of answer: DaemonMessage) {
    if let notice = notice(of: answer) { DeveloperNotice.show(notice) }
  }

  /// What the developer is told of an answer.
  ///
  /// - Parameter answer: What the daemon answers who hands the index over.
  /// - Returns: That searches leave the index out; `nil` where the daemon has it, or gets it from another process.
  func notice(of answer: DaemonMessage) -> String? {
    guard case .failed(let error) = answer, !error.isHandedOver else { return nil }
    return
      "the index in \(directory) was not taken over by the daemon, and this app's searches leave out what is in it. "
      + "\(error.message) It is tried again when the app starts next; \"fresnel doctor\" says more."
  }

  /// What stands for a directory that is not to be read.
  private var token: SharedDescriptor? {
    if let lock = try? SharedDescriptor(openingRegularFile: lockPath) { return lock }
    return try? MemoryFile.sealed(
      UnsafeRawBufferPointer(start: nil, count: 0), name: "fresnel-handover")
  }

  /// The directory, which no other process writes to meanwhile.
  private final class HeldDirectory: Sendable {
    let descriptor: SharedDescriptor
    private let lock: LockFile

    init(_ path: String, followingLinks: Bool) throws(SystemError) {
      descriptor = try SharedDescriptor(openingDirectory: path, followingLinks: followingLinks)
      let lockPath = descriptor.withPath { $0 } + "/" + StoreLocation.lockName
      lock = try LockFile(locking: lockPath, followingLinks: false)
    }

    /// Removes the store, as much of it as can be removed.
    func empty() throws(SystemError) { try StoreLocation.empty(descriptor) }
  }
}
