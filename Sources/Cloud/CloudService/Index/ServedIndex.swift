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
    /// The files of the index that were found to be damaged, in the order of their names.
    package var damages: [IndexExamination.Damage] = []
    /// What those who run the service have to know of the index; `nil` where all is well.
    package var concern: String? {
      if let problem { return problem }
      guard let first = damages.first else { return nil }
      let subject =
        damages.count == 1
        ? "The file \(first.file) of the index is"
        : "\(damages.count) files of the index are, \(first.file) among them,"
      return "\(subject) damaged, so that answers may lack pages: start fresnel-cloud crawl "
        + "anew, which writes what is damaged."
    }
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
  private let schedule = Mutex(ExaminationSchedule())
  private let isClosed = Atomic(false)

  /// Opens the index in a directory, which may come to be there later.
  package init(directory: String) {
    self.directory = directory
    look()
  }

  /// What can be searched now.
  package var state: State { shown.withLock { $0 } }

  /// Notes that a search could not read something, which has the index examined soon, unless it is known to be damaged.
  /// It says nothing of the index by itself: what a stranger asks decides what is read.
  func noteFault() {
    if state.damages.isEmpty { schedule.withLock { $0.ask() } }
  }

  /// Examines the whole index where that is due, beside searches, and shows what is damaged.
  ///
  /// - Parameter now: The moment.
  /// - Returns: Whether it was due.
  @discardableResult
  package func examineIfDue(at now: ContinuousClock.Instant = .now) async -> Bool {
    guard let store = content.withLock({ $0.store }),
      schedule.withLock({ $0.begin(at: now) })
    else { return false }
    let examined = await IndexExamination(of: store).look { [self] in
      isClosed.load(ordering: .relaxed)
    }
    schedule.withLock { $0.finish(at: max(now, .now)) }
    guard let examined else { return true }
    content.withLock { content in
      content.state.damages = examined.filter { isThere($0) }
      show(content.state)
    }
    return true
  }

  /// Whether a file that was found to be damaged was not written anew since.
  private func isThere(_ damage: IndexExamination.Damage) -> Bool {
    FileSystem.exists("\(directory)/\(damage.file)")
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
      if let store = content.store { showDamages(of: store, in: &content.state) }
      show(content.state)
      return true
    }
  }

  /// Drops damage that was mended, and adds what opening the index met with.
  private func showDamages(of store: Store, in state: inout State) {
    var damages = state.damages.filter { isThere($0) }
    for damage in IndexExamination(of: store).knownDamages
    where isThere(damage) && !damages.contains(where: { $0.file == damage.file }) {
      damages.append(damage)
    }
    state.damages = damages.sorted { $0.file < $1.file }
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
    isClosed.store(true, ordering: .relaxed)
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
