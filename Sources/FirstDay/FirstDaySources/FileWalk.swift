package import FresnelPlatform

/// Walks a tree: all files and directories below its top that are not left out, in one order, from any path on.
///
/// A directory comes before what is in it, and names come in the order of their bytes, so a walk that was interrupted
/// goes on after the last path that was done, whatever changed meanwhile. Memory is bounded: at most
/// ``mostNames`` names are kept, with those that each further directory needs at least. Links are told and not followed; a
/// directory in whose place another one is put while it is walked is left.
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
  /// How many names are kept at once, of all directories from the top down, unless each has
  /// ``leastNames``.
  package static let mostNames = 16_384
  /// How many names a directory may keep, whatever those above it keep.
  package static let leastNames = 256

  private let leftOut: LeftOut
  private let nameCount: Int
  private var frames: [Frame] = []
  /// What comes next, before anything else, the first one last.
  private var pending: [Step] = []

  /// Starts a walk of a whole tree.
  ///
  /// - Parameters:
  ///   - top: A directory without links. It is not among what is found.
  ///   - leftOut: What is left out always.
  ///   - path: A path below the top, after which the walk begins; it need not exist any more.
  ///   - nameCount: How many names of a directory are kept at once, at most. A directory with more is listed several
  ///     times.
  package init(
    of top: RawPath, leavingOut leftOut: LeftOut, after path: RawPath? = nil,
    namesAtOnce nameCount: Int = mostNames
  ) {
    self.init(top, leftOut, nameCount)
    for name in path?.components(below: top) ?? [] where !resume(after: name) { break }
  }

  /// Starts a walk of one file or directory of a tree and of what is in it, as a change there asks for.
  ///
  /// What lies on the way from the top decides what is left out, as in a walk of the whole tree; nothing else of it is
  /// told. Where something on the way is left out, that is the only step.
  ///
  /// - Parameters:
  ///   - path: The file or directory, which is the first that is found. Where nothing is, there are no steps.
  ///   - top: The tree's top. A walk of its own path is one of the whole tree.
  ///   - leftOut: What is left out always.
  ///   - nameCount: How many names of a directory are kept at once, at most.
  package init(
    at path: RawPath, below top: RawPath, leavingOut leftOut: LeftOut,
    namesAtOnce nameCount: Int = mostNames
  ) {
    self.init(top, leftOut, nameCount)
    let names = path.components(below: top) ?? []
    guard !names.isEmpty, let frame = frames.popLast() else { return }
    var outer = frame
    if let step = refill(&outer, listing: false) { pending.append(step) }
    frames.append(outer)
    for (index, name) in names.enumerated() where pending.isEmpty {
      let isLast = index == names.count - 1
      let depth = frames.count
      let step = look(at: name, listing: isLast)
      switch step {
      case .found?: if isLast, let step { pending.append(step) }
      case let step?: pending.append(step)
      case nil: break
      }
      // Nothing is there, or no directory.
      if frames.count <= depth { break }
    }
  }

  private init(_ top: RawPath, _ leftOut: LeftOut, _ nameCount: Int) {
    self.leftOut = leftOut
    self.nameCount = max(1, nameCount)
    if let reason = leftOut.reason(forTreeAt: top) {
      pending = [.leftOut(top, reason)]
      return
    }
    do throws(SystemError) {
      guard let status = try FileSystem.status(of: top), status.kind == .directory else {
        throw SystemError(.notDirectory, call: "open", path: top.text)
      }
      frames = [Frame(path: top, identity: status.identity)]
    } catch {
      pending = [.failed(top, error)]
    }
  }

  /// The next step; `nil` at the end.
  package mutating func next() -> Step? {
    if let step = pending.popLast() { return step }
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
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - isListed: Whether names of it are read.
  /// - Returns: What is told of it; `nil` where nothing is.
  private mutating func look(at name: [UInt8], listing isListed: Bool = true) -> Step? {
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
        let step = refill(&frame, listing: isListed)
        if case .leftOut = step { return step }
        if let step { pending.append(step) }
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
    if let step = refill(&frame) { pending.append(step) }
    frames.append(frame)
    let depth = frames.count
    if pending.isEmpty { _ = look(at: name) }
    return frames.count > depth
  }

  /// Reads the next names of a directory, the first ones in the order of their bytes.
  ///
  /// - Parameters:
  ///   - frame: The directory, which is not among ``frames``.
  ///   - isListed: Whether names are read, and not only what the directory says of itself.
  /// - Returns: What has to be told; `nil` where the names are read or the directory is gone.
  private func refill(_ frame: inout Frame, listing isListed: Bool = true) -> Step? {
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
      frame.isAtEnd = true
      guard isListed else { return nil }
      let count = min(nameCount, freeNameCount)
      var names: [[UInt8]] = []
      while let entry = try directory.next() {
        if let last = frame.last, !last.lexicographicallyPrecedes(entry.name) { continue }
        names.append(entry.name)
        if names.count >= 2 * count {
          names = Self.smallest(count, of: names)
          frame.isAtEnd = false
        }
      }
      if names.count > count { frame.isAtEnd = false }
      frame.names = Self.smallest(count, of: names)[...]
      frame.last = frame.names.last ?? frame.last
      return nil
    } catch {
      frame.isAtEnd = true
      let isGone = error.code == .notFound || error.code == .notDirectory
      return isGone ? nil : .failed(frame.path, error)
    }
  }

  /// How many names the next directory may keep.
  private var freeNameCount: Int {
    max(Self.leastNames, Self.mostNames - frames.reduce(0) { $0 + $1.names.count })
  }

  private static func smallest(_ count: Int, of names: [[UInt8]]) -> [[UInt8]] {
    Array(names.sorted { $0.lexicographicallyPrecedes($1) }.prefix(count))
  }
}
