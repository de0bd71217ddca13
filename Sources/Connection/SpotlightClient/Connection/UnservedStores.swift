internal import FresnelPlatform
internal import SpotlightWire

/// What apps handed to a daemon, where no daemon is found that reads it.
///
/// The stores of the protection classes are encrypted, and their names tell nothing of apps: whether they hold items of
/// one app, or how many, nobody but the daemon knows.
package enum UnservedStores {
  /// The directory of the classes' stores in a data directory, if anything was ever put into one of them.
  ///
  /// - Parameter data: The person's data directory.
  /// - Returns: Its path; `nil` where apps have handed nothing to a daemon.
  package static func directory(in data: String) -> String? {
    let base = data + "/fresnel/classes"
    let classes = (try? FileSystem.entries(of: base)) ?? []
    let isUsed = classes.contains { name in
      hasMore("\(base)/\(name)/store", than: unused) || hasMore("\(base)/\(name)/intake", than: [])
    }
    return isUsed ? base : nil
  }

  /// The files of a store into which nothing was ever put: a daemon makes that of a class when it first starts. Before
  /// the first item comes, the store makes a file that keeps room for deletions.
  private static let unused: Set<String> = [
    StoreLocation.lockName, StoreLocation.manifestName, "journal-0000000000000001",
  ]

  /// Whether a directory has more than some files. One that cannot be listed may have.
  private static func hasMore(_ directory: String, than names: Set<String>) -> Bool {
    do throws(SystemError) {
      return try !names.isSuperset(of: FileSystem.entries(of: directory))
    } catch {
      return error.code != .notFound
    }
  }

  /// Why searches of an app that keeps its index itself may lack items, in one sentence; `nil` where nothing says that
  /// there was a daemon, or the environment says that the app is to do without one.
  static func omission() -> String? {
    let variables = [StoreLocation.environmentVariable, ConnectionRule.connectionVariable]
    let isChosen = variables.contains { Environment[$0]?.isEmpty == false }
    guard !isChosen, let directory = directory(in: BaseDirectories.current.data) else { return nil }
    return
      "No fresneld is found that reads \(directory), where items may be that this program indexed before: it begins "
      + "an index of its own, and its searches are partial. Put that fresneld into PATH, or install it again."
  }
}
