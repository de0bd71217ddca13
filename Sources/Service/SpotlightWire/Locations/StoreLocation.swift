package import FresnelPlatform

/// Where stores lie.
package enum StoreLocation {
  /// The environment variable that overrides every rule here.
  package static let environmentVariable = "FRESNEL_STORE"

  /// The directory of the store that an app embeds: `fresnel/embedded/` and the app's identity,
  /// under the person's data directory.
  package static func embedded(for app: AppIdentity) -> String {
    overridden ?? apps(in: BaseDirectories.current.data) + "/" + app.folderName
  }

  /// Whether other programs may have the same directory for the store that they embed: it is named after the file of
  /// this process's program, whose app declares no identifier, and the environment names no directory.
  package static func isShared(by app: AppIdentity) -> Bool {
    overridden == nil && app.folderName == AppIdentity(identifier: CurrentProcess.name).folderName
  }

  /// Where the stores that apps embed lie in a data directory, one folder for each app.
  package static func apps(in data: String) -> String { data + "/fresnel/embedded" }

  /// Where the person's own store, which the command line fills, lies in a data directory.
  package static func personal(in data: String) -> String { data + "/fresnel/store" }

  /// The file whose lock says which process writes to a store, as the engine names it.
  package static let lockName = "lock"

  /// The file that names the others of a store, as the engine names it.
  package static let manifestName = "manifest"

  /// The file that keeps room on the disk for a store, as the engine names it.
  private static let reserveName = "reserve"

  /// The directory of what cannot be read of a store, as the engine names it.
  package static let damagedName = "damaged"

  /// Whether a file of a store's directory holds nothing of the store, whatever is in it.
  package static func holdsNothing(_ name: String) -> Bool {
    name == lockName || name == StorePrograms.fileName || name == reserveName
  }

  /// Whether nothing of a store is in a directory. The lock says nothing: an app that has handed its store over keeps
  /// it; nor does a note of programs. Who was killed while emptying it may leave what held no items. What a store lacks
  /// may be put together from any other file.
  ///
  /// - Parameter directory: The path of the directory.
  /// - Returns: Whether there is nothing but these.
  /// - Throws: ``SystemError`` where the directory cannot be listed.
  package static func isVacant(_ directory: String) throws(SystemError) -> Bool {
    for name in try FileSystem.entries(of: directory) {
      switch name {
      case _ where holdsNothing(name): continue
      // What is no directory, or cannot be listed, may be anything.
      case damagedName where (try? FileSystem.entries(of: directory + "/" + name).isEmpty) == true:
        continue
      default: return false
      }
    }
    return true
  }

  /// Removes all of a store but the lock, which the caller holds, as much as can be removed: first the file without
  /// which hardly anything is found, last the note of its programs. As long as anything is left it says whose that is.
  ///
  /// Nothing of it comes back after a power loss once this has returned: what the app deletes from then on would come
  /// back with it.
  ///
  /// - Parameter directory: The open directory of the store; whatever is at its path by now is left alone.
  /// - Throws: ``SystemError``, the first one.
  package static func empty(_ directory: SharedDescriptor) throws(SystemError) {
    try directory.removeTree(manifestName)
    try directory.removeEntries(except: [lockName, StorePrograms.fileName])
    try directory.synchronizeEntries()
    try StorePrograms.remove(from: directory)
  }

  private static var overridden: String? {
    guard let path = Environment[environmentVariable], !path.isEmpty else { return nil }
    return path.hasPrefix("/") ? path : CurrentProcess.workingDirectory + "/" + path
  }
}
