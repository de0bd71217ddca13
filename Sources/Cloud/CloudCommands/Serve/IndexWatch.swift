internal import CloudService
internal import PublicIndex

/// Follows the index beside a service: looks for what the crawl wrote, examines it for damage, and tells of both.
struct IndexWatch: Sendable {
  /// What has been told.
  private struct Told {
    var pageCount: Int?
    var problem: String?
    /// The names of damaged files.
    var damages: Set<String> = []
  }

  /// How often it is looked whether the index has changed, and whether an examination is due.
  private static let interval: Duration = .seconds(2)

  private let index: ServedIndex
  private let report: ServeReport

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - index: What is searched.
  ///   - report: Is told what changes, each thing once.
  init(_ index: ServedIndex, report: ServeReport) {
    self.index = index
    self.report = report
  }

  /// Follows the index until the task is cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      // An examination of a large index takes minutes, in which the crawl goes on.
      group.addTask {
        repeat { await index.examineIfDue() } while await pause()
      }
      group.addTask {
        var told = Told()
        repeat {
          index.look()
          tell(index.state, &told)
        } while await pause()
      }
    }
  }

  /// Waits until it is time for the next look; whether there is one.
  private func pause() async -> Bool {
    (try? await Task.sleep(for: Self.interval)) != nil
  }

  private func tell(_ state: ServedIndex.State, _ told: inout Told) {
    let names = Set(state.damages.map(\.file))
    let isMended = names.isEmpty && !told.damages.isEmpty
    if (state.pageCount, state.problem) != (told.pageCount, told.problem) || isMended {
      report.found(state)
    }
    for damage in state.damages where !told.damages.contains(damage.file) {
      report.found(damage)
    }
    told = Told(pageCount: state.pageCount, problem: state.problem, damages: names)
  }
}
