internal import FresnelPlatform
internal import SpotlightWire

/// The programs that have written to an embedded store, by their paths.
///
/// A program without an identifier has its store in a directory named as the program is, and programs of several
/// places may have one name. Only where all that wrote to the store are programs of an app are its items that app's.
/// The paths are in a file of the store's directory, each with a NUL behind it. Whoever writes to the store holds its
/// lock, so nobody else changes the file.
package struct StorePrograms: Equatable, Sendable {
  /// The paths, in the order in which the programs came.
  package let paths: [String]

  /// So long may the file be: one that is longer proves nothing.
  private static let longestFile = 1 << 16

  /// Reads what a store tells.
  ///
  /// - Returns: `nil` when that is nothing: an earlier version of the library made the store, or the file cannot be
  ///   read.
  init?(of directory: SharedDescriptor) {
    let bytes = directory.withPath { path -> [UInt8]? in
      guard let file = try? SharedDescriptor(openingRegularFile: Self.path(in: path)),
        (try? file.status().owner) == CurrentProcess.userIdentifier
      else { return nil }
      return file.withPath {
        try? FileSystem.regularFile($0, maximumByteCount: Self.longestFile).bytes
      }
    }
    self.init(bytes)
  }

  private init?(_ bytes: [UInt8]?) {
    guard let bytes, bytes.last == 0 else { return nil }
    paths = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func path(in directory: String) -> String {
    directory + "/" + StoreLocation.programsName
  }

  /// What a program writes down when it opens a store for writing.
  struct Note {
    private let directory: String
    private let program: String
    private let isNew: Bool

    /// Looks whether there is a store yet; to be done before it is opened.
    ///
    /// - Parameters:
    ///   - program: The program's path.
    ///   - directory: The directory of the store.
    init(of program: String, in directory: String) {
      self.directory = directory
      self.program = program
      do throws(SystemError) {
        isNew = try StoreLocation.isVacant(directory)
      } catch {
        isNew = error.code == .notFound
      }
    }

    /// Adds the program to those of the store, which is open for writing now.
    ///
    /// A store that was there before, without the file, stays without: who made it is not known. Where the program
    /// cannot be added nothing is known any more.
    func write() {
      let path = StorePrograms.path(in: directory)
      let known: [UInt8]
      do throws(SystemError) {
        known = try FileSystem.regularFile(path, maximumByteCount: StorePrograms.longestFile).bytes
      } catch {
        guard error.code == .notFound, isNew else { return }
        known = []
      }
      guard StorePrograms(known)?.paths.contains(program) != true else { return }
      do throws(SystemError) {
        try FileSystem.write(known + Array(program.utf8) + [0], to: path)
      } catch {
        try? FileSystem.removeFile(path)
      }
    }
  }
}
