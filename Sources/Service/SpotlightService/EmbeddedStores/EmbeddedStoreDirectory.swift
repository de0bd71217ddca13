internal import FresnelEngine
internal import FresnelPlatform
internal import FresnelStorage
package import SpotlightWire

/// A store that an app keeps itself, and that the daemon only reads: an app that has not run since the daemon
/// came.
package struct EmbeddedStoreDirectory: Hashable, Sendable {
  /// Whose items the system's search shows there, whatever the store calls it.
  package var app: AppIdentity
  /// The directory of the store.
  package var path: String
  /// The directory above that the app cannot change, and must not lead out of.
  package var root: String

  /// So many stores of a Flatpak are looked at, those whose names come first; one is usual. Each costs every search
  /// something, and the Flatpak can make as many as it likes.
  private static let flatpakStoreLimit = 16

  /// Names a store.
  package init(app: AppIdentity, path: String, root: String) {
    self.app = app
    self.path = path
    self.root = root
  }

  /// The stores that apps keep themselves.
  ///
  /// - Parameters:
  ///   - directory: Where apps keep them; a folder's name tells the app.
  ///   - flatpaks: Where Flatpaks have their own directories, `~/.var/app`. What is below one's directory is
  ///     that Flatpak's, whatever the folder is called: it must not put words into another's mouth.
  /// - Returns: The directories, as far as they can be read.
  package static func all(in directory: String, flatpaks: String) -> EmbeddedStoreListing {
    var listing = EmbeddedStoreListing()
    listing.directories = folders(in: directory, &listing.failure).compactMap { name, path in
      AppIdentity(folderName: name).map {
        EmbeddedStoreDirectory(app: $0, path: path, root: directory)
      }
    }
    for (name, path) in folders(in: flatpaks, &listing.failure) {
      let app = AppIdentity(identifier: name)
      // What a Flatpak does to its own directory is its own affair.
      var failure: String?
      let stores = folders(in: StoreLocation.apps(in: path + "/data"), &failure)
      listing.directories += stores.prefix(flatpakStoreLimit).map {
        EmbeddedStoreDirectory(app: app, path: $0.path, root: path)
      }
    }
    return listing
  }

  /// The names in a directory; one that is missing has none, one that can't be read is noted.
  private static func folders(
    in directory: String, _ failure: inout String?
  ) -> [(name: String, path: String)] {
    do throws(SystemError) {
      return try FileSystem.entries(of: directory).map { ($0, directory + "/" + $0) }
    } catch {
      if error.code != .notFound, error.code != .notDirectory { failure = error.message }
      return []
    }
  }

  /// Whether there is a store, or may be one. It may block.
  var mayHaveStore: Bool {
    do throws(SystemError) {
      return try FileSystem.status(of: path + "/manifest") != nil
    } catch {
      return true
    }
  }

  /// Whether nothing of a store is there, as its app has handed it over. It may block.
  var isVacant: Bool { (try? StoreLocation.isVacant(path)) ?? false }

  /// Opens the store for reading. It may block.
  ///
  /// - Throws: ``StoreError`` or ``StorageError``, also where a link leads out of ``root``: what is there is not
  ///   the app's, or another app may read it that must not be shown under this one's name.
  func open() throws -> Store {
    let directory = try SharedDescriptor(openingDirectory: path)
    // The open directory tells where it is, whatever is at the path by now.
    guard path.hasPrefix(root + "/"), let root = FileSystem.resolved(root),
      directory.withPath({ FileSystem.resolved($0) }) == root + path.dropFirst(self.root.count)
    else { throw StorageError(.denied, "The directory is not the app's own.", path: path) }
    let storage = try AppDirectory(directory)
    return try Store.open(at: storage.path, mode: .readOnly, storage: storage)
  }
}

/// The stores that apps keep themselves, as they were found.
package struct EmbeddedStoreListing: Sendable {
  /// Where they are.
  package var directories: [EmbeddedStoreDirectory] = []
  /// Why not every directory could be read in which they are; what a Flatpak has in its own one does not count.
  package var failure: String?

  /// Makes a list.
  package init(_ directories: [EmbeddedStoreDirectory] = []) {
    self.directories = directories
  }
}

extension AppIdentity {
  /// The identity whose ``folderName`` this is; `nil` when it is nobody's.
  init?(folderName: String) {
    var bytes: [UInt8] = []
    var rest = Array(folderName.utf8)[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    self.init(identifier: String(decoding: bytes, as: UTF8.self))
    guard self.folderName == folderName else { return nil }
  }
}
