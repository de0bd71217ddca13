internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
package import PublicIndex
internal import Synchronization

/// The public index as it is searched: opened to be read, beside a crawl that writes it.
///
/// It follows what is written when ``look()`` is called. Searches go on meanwhile, each on the state that it began
/// with.
package final class ServedIndex: Sendable {
  /// The most bytes of the index that are kept in memory once they were read: a question reads of most of an index of some
  /// hundred thousand pages.
  private static let cacheByteCount = 256 << 20

  /// What is there to be searched.
  package struct State: Sendable {
    /// The search; `nil` while there is no index.
    package var search: PublicSearch?
    /// How many pages there are.
    package var pageCount = 0
    /// How often the index was found to have changed.
    package var generation = 0
    /// Why the index could not be read the last time; `nil` where it could.
    package var problem: String?
    /// Whether a search could read nothing of this state for damage.
    package var isDamaged = false
  }

  private struct Content {
    var state = State()
    var store: Store?
    /// What was there at the last look; `nil` where the next one is to read whatever is there.
    var marks: [String: FileMark]?
  }

  /// What tells one version of a file from the next.
  private struct FileMark: Hashable {
    let inode: UInt64
    let byteCount: UInt64
    let modified: Double

    init(_ status: FileStatus) {
      inode = status.inode
      byteCount = status.byteCount
      modified = status.modifiedSecondsSince1970
    }
  }

  private let directory: String
  private let shown = Mutex(State())
  private let content = Mutex(Content())

  /// Opens the index in a directory, which may come to be there later.
  package init(directory: String) {
    self.directory = directory
    look()
  }

  /// What can be searched now.
  package var state: State { shown.withLock { $0 } }

  /// Notes that a search could read nothing of a state for damage, until there is another state.
  ///
  /// - Parameter generation: The state's.
  func noteDamage(in generation: Int) {
    shown.withLock { shown in
      guard shown.generation == generation else { return }
      shown.isDamaged = true
      shown.problem = "The index is damaged: start fresnel-cloud crawl anew, which writes it."
    }
  }

  /// Looks for what was written since the last look.
  ///
  /// - Returns: Whether something was.
  @discardableResult
  package func look() -> Bool {
    // Searches don't wait for a look: they take the state that is shown.
    content.withLock { content in
      let marks = Self.marks(of: directory)
      guard marks != content.marks || content.store == nil else { return false }
      guard !marks.isEmpty else {
        letGo(of: &content, because: "There is no index in \(directory) yet.")
        return false
      }
      do throws(StoreError) {
        if let store = content.store {
          try store.refresh()
        } else {
          content.store = try Store.open(
            at: directory, mode: .readOnly,
            options: StoreOptions(cacheByteCount: Self.cacheByteCount))
        }
      } catch {
        // It may have been made anew meanwhile: the next look opens what is there then.
        letGo(of: &content, because: error.message)
        return false
      }
      // Two writes within a tick of the clock look like one: what has just been written is looked at again.
      let now = WallClock.secondsSince1970
      let isSettled = marks.values.allSatisfy { abs($0.modified - now) > 1 }
      content.marks = isSettled ? marks : nil
      content.state.problem = nil
      content.state.generation += 1
      if let snapshot = content.store?.snapshot() {
        let search = PublicSearch(snapshot)
        content.state.search = search
        content.state.pageCount = search.pageCount
      }
      show(content.state)
      return true
    }
  }

  /// Lets go of an index that can't be read. What was read of it before goes on being searched.
  private func letGo(of content: inout Content, because problem: String) {
    content.store?.close()
    content.store = nil
    content.marks = nil
    content.state.problem = problem
    show(content.state)
  }

  /// Shows a state. The one before is let go of after the lock, since that may unmap and close files.
  private func show(_ state: State) {
    let former = shown.withLock { shown in
      defer { shown = state }
      return shown
    }
    withExtendedLifetime(former) {}
  }

  /// Lets go of the index. Searches that were begun go on.
  package func close() {
    content.withLock { content in
      content.store?.close()
      content.store = nil
    }
  }

  private static func marks(of directory: String) -> [String: FileMark] {
    guard let names = try? FileSystem.entries(of: directory) else { return [:] }
    var marks: [String: FileMark] = [:]
    for name in names where name != "lock" {
      if let status = try? FileSystem.status(of: "\(directory)/\(name)") {
        marks[name] = FileMark(status)
      }
    }
    return marks
  }
}
