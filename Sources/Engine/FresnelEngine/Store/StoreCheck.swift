import FresnelModel
import FresnelStorage

/// Verifies a store: the journal on the disk, then the items in memory.
struct StoreCheck {
  let directory: String
  let storage: any Storage

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

  private func checkJournal(_ report: inout CheckReport) {
    do throws(StorageError) {
      let verification = try JournalStore.verify(directory: directory, storage: storage)
      report.frameCount = verification.frameCount
      report.journalByteCount = Int(verification.byteCount)
      report.faults += verification.damages.map {
        "\($0.path), byte \($0.offset): \($0.explanation)"
      }
    } catch {
      report.faults.append(error.message)
    }
  }
}
