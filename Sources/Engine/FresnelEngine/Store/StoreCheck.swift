import FresnelModel
import FresnelStorage

/// Verifies a store: the journal on the disk, then the items in memory.
struct StoreCheck {
  let directory: String
  let storage: any Storage
  let options: StoreOptions

  func run(_ snapshot: Snapshot) -> CheckReport {
    var report = CheckReport(itemCount: 0, frameCount: 0, journalByteCount: 0, faults: [])
    checkJournal(&report)
    snapshot.forEachItem { scope, item in
      report.itemCount += 1
      do throws(ModelError) {
        try item.validate()
      } catch {
        report.faults.append(
          "The item \"\(item.uniqueIdentifier)\" of \(scope.app) is damaged: \(error.message)")
      }
      return true
    }
    return report
  }

  /// Reads the journal as another process would, which verifies each frame.
  private func checkJournal(_ report: inout CheckReport) {
    do {
      let journal = try JournalStore.open(
        directory: directory, storage: storage, mode: .readOnly, options: options.journal
      ) { event in
        switch event {
        case .restart: report.frameCount = 0
        case .frame(let frame):
          _ = try JournalRecord(kind: frame.kind, records: frame.records.lazy.map { $0.bytes })
          report.frameCount += 1
        }
      }
      report.journalByteCount = Int(journal.byteCount)
      report.faults += journal.loss.damages.map {
        "\($0.path), byte \($0.offset): \($0.explanation)"
      }
      try journal.close()
    } catch {
      report.faults.append(StoreError(opening: error).message)
    }
  }
}
