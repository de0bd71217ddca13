package import FresnelPlatform

/// Walks a tree: all files and directories below its top that are not left out, in one order, from any path on.
///
/// A directory comes before what is in it, and names come in the order of their bytes, so a walk that was interrupted
/// goes on after the last path that was done, whatever changed meanwhile. Memory depends on how deep the tree is and
/// not on how many names a directory holds. Links are told and not followed; a directory in whose place another one is
/// put while it is walked is left.
package struct FileWalk {
  /// Something on the way.
  package enum Step: Sendable {
    /// A file or directory.
    case found(Found)
    /// Something that is not read, with all below.
    case leftOut(RawPath, LeftOut.Reason)
    /// A directory that can't be read to its end, or a file that can't be looked at.
    case failed(RawPath, SystemError)
  }

  /// A file or directory that was found.
  package struct Found: Sendable {
    /// Where it is.
    package let path: RawPath
    /// What the file system says of it.
    package let status: FileStatus
    /// Whether it isn't to be shown if it is an image or music.
    package let isWithoutMedia: Bool
  }

  /// A directory that is walked.
  private struct Frame {
    let path: RawPath
    let identity: FileSystem.Identity
    /// Read with the first names.
    var rules: FolderRules?
    /// Names that come next.
    var names: ArraySlice<[UInt8]> = []
    /// The last name that is done or in ``names``.
    var last: [UInt8]?
    var isAtEnd = false
  }

  /// How deep trees are read.
  package static let maximumDepth = 64

  private let leftOut: LeftOut
  private let nameCount: Int
  private var frames: [Frame] = []
  /// What comes next, before anything else.
  private var pending: Step?

  /// Starts a walk.
  ///
  /// - Parameters:
  ///   - top: A directory without links. It is not among what is found.
  ///   - leftOut: What is left out always.
  ///   - path: A path below the top, after which the walk begins; it need not exist any more.
  ///   - nameCount: How many names of a directory are kept at once. A directory with more is listed several times.
  package init(
    of top: RawPath, leavingOut leftOut: LeftOut, after path: RawPath? = nil,
    namesAtOnce nameCount: Int = 16_384
  ) {
    self.leftOut = leftOut
    self.nameCount = max(1, nameCount)
    if let reason = leftOut.reason(forTreeAt: top) {
      pending = .leftOut(top, reason)
      return
    }
    do throws(SystemError) {
      guard let status = try FileSystem.status(of: top), status.kind == .directory else {
        throw SystemError(.notDirectory, call: "open", path: top.text)
      }
      frames = [Frame(path: top, identity: status.identity)]
    } catch {
      pending = .failed(top, error)
    }
    for name in path?.components(below: top) ?? [] where !resume(after: name) { break }
  }

  /// The next step; `nil` at the end.
  package mutating func next() -> Step? {
    if let step = pending {
      pending = nil
      return step
    }
    while var frame = frames.popLast() {
      if frame.names.isEmpty, !frame.isAtEnd {
        let step = refill(&frame)
        frames.append(frame)
        if let step { return step }
        continue
      }
      guard let name = frame.names.popFirst() else { continue }
      frames.append(frame)
      if let step = look(at: name) { return step }
    }
    return nil
  }

  /// Looks at an entry of the innermost directory, and has what is in it come next if it is a directory that is read.
  private mutating func look(at name: [UInt8]) -> Step? {
    guard let directory = frames.last, let rules = directory.rules else { return nil }
    let path = directory.path.appending(name)
    // Before it is looked at: a file system that doesn't answer would hold up the walk.
    if leftOut.mounts.isMountPoint(path.text) { return .leftOut(path, .mount) }
    do throws(SystemError) {
      // Gone by now.
      guard let status = try FileSystem.status(of: path) else { return nil }
      guard FileSystem.identity(of: directory.path) == directory.identity else {
        // The directory is: its names are not those of what has its place.
        frames.removeLast()
        return nil
      }
      if let reason = rules.reason(toLeaveOut: name, status, by: leftOut) {
        return .leftOut(path, reason)
      }
      if status.kind == .directory {
        if frames.count >= Self.maximumDepth { return .leftOut(path, .tooDeep) }
        var frame = Frame(path: path, identity: status.identity)
        let step = refill(&frame)
        if case .leftOut = step { return step }
        pending = step
        frames.append(frame)
      }
      return .found(
        Found(path: path, status: status, isWithoutMedia: rules.isWithoutMedia))
    } catch {
      return .failed(path, error)
    }
  }

  /// Begins behind a name of the innermost directory, or, if that is a directory, in it.
  ///
  /// - Returns: Whether it is one.
  private mutating func resume(after name: [UInt8]) -> Bool {
    guard var frame = frames.popLast() else { return false }
    frame.last = name
    pending = refill(&frame)
    frames.append(frame)
    let depth = frames.count
    if pending == nil { _ = look(at: name) }
    return frames.count > depth
  }

  /// Reads the next names of a directory, the first ones in the order of their bytes.
  private mutating func refill(_ frame: inout Frame) -> Step? {
    do throws(SystemError) {
      var directory = try RawDirectory(opening: frame.path)
      // Another one has its place: it is for another walk.
      guard try directory.status().identity == frame.identity else {
        frame.isAtEnd = true
        return nil
      }
      if frame.rules == nil {
        switch try FolderRules.rules(of: directory, at: frame.path, below: frames.last?.rules) {
        case .rules(let rules): frame.rules = rules
        case .leftOut(let reason):
          frame.isAtEnd = true
          return .leftOut(frame.path, reason)
        }
      }
      var names: [[UInt8]] = []
      frame.isAtEnd = true
      while let entry = try directory.next() {
        if let last = frame.last, !last.lexicographicallyPrecedes(entry.name) { continue }
        names.append(entry.name)
        if names.count >= 2 * nameCount {
          names = Self.smallest(nameCount, of: names)
          frame.isAtEnd = false
        }
      }
      if names.count > nameCount { frame.isAtEnd = false }
      frame.names = Self.smallest(nameCount, of: names)[...]
      frame.last = frame.names.last ?? frame.last
      return nil
    } catch {
      frame.isAtEnd = true
      let isGone = error.code == .notFound || error.code == .notDirectory
      return isGone ? nil : .failed(frame.path, error)
    }
  }

  private static func smallest(_ count: Int, of names: [[UInt8]]) -> [[UInt8]] {
    Array(names.sorted { $0.lexicographicallyPrecedes($1) }.prefix(count))
  }
}
