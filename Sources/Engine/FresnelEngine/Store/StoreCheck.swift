import FresnelModel
import FresnelSegments
import FresnelStorage

/// Verifies a store: the journal and the segments on the disk, then every item.
struct StoreCheck {
  let files: SegmentFiles
  let options: JournalOptions

  func run(_ snapshot: Snapshot) -> CheckReport {
    var report = CheckReport(
      itemCount: 0, frameCount: 0, journalByteCount: 0, segmentByteCount: 0, faults: [])
    checkJournal(&report)
    for segment in snapshot.state.segments where !segment.isInMemory {
      check(segment, &report)
      checkLiveFile(of: segment, &report)
    }
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
      let verification = try JournalStore.verify(
        directory: files.directory, storage: files.storage, options: options)
      report.frameCount = verification.frameCount
      report.journalByteCount = Int(verification.byteCount)
      report.faults += verification.damages.map {
        "\($0.path), byte \($0.offset): \($0.explanation)"
      }
    } catch {
      report.faults.append(error.message)
    }
  }

  /// Verifies the file that says what of a segment is deleted or patched; the writer may have replaced it
  /// meanwhile.
  private func checkLiveFile(of segment: IndexSegment, _ report: inout CheckReport) {
    guard let name = segment.entry?.liveFileName else { return }
    do throws(StorageError) {
      report.segmentByteCount += try files.verify(name)
    } catch {
      if error.code != .notFound { report.faults.append(error.message) }
    }
  }

  private func check(_ segment: IndexSegment, _ report: inout CheckReport) {
    let path = segment.segment.source.path ?? ""
    report.segmentByteCount += Int(segment.byteCount)
    report.faults += files.damages(of: segment).map {
      "\(path), byte \($0.offset ?? 0): \($0.message)"
    }
  }
}

extension CheckReport {
  /// Adds what a loss says of segments, as far as it is not reported yet.
  mutating func addFaults(ofSegmentsIn loss: LossReport) {
    for damage in loss.damages {
      let name = String(damage.path.split(separator: "/").last ?? "")
      guard SegmentFileName(name) != nil else { continue }
      let fault = "\(damage.path), byte \(damage.offset): \(damage.explanation)"
      if !faults.contains(fault) { faults.append(fault) }
    }
  }
}

extension SegmentStatistics {
  init(_ segment: IndexSegment) {
    self.init(
      isInMemory: segment.isInMemory, documentCount: segment.segment.documentCount,
      deletedCount: segment.segment.documentCount - segment.view.live.count,
      patchedCount: segment.view.patches.count,
      byteCount: Int(segment.byteCount), sizes: segment.segment.footer.sizes,
      termCount: Int(segment.segment.footer.termCount),
      postingCount: Int(segment.segment.footer.postingCount))
  }
}
