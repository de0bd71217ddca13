import CommandKit
import Testing

@testable import FresnelCommands

@Suite("What fresnel check says of the daemon's stores")
struct DaemonVerdictTests {
  @Test("a full disk, or an app that stores all it may, leaves what is stored sound")
  func full() {
    for codes: Set in [["diskFull"], ["quotaReached"], ["diskFull", "quotaReached"]] {
      let verdict = DaemonVerdict(errors: codes)
      #expect(verdict.isSound && verdict.status == .incomplete)
      #expect(verdict.words == "sound, but something new is refused")
    }
    #expect(DaemonVerdict(errors: []).words == "sound")
    #expect(DaemonVerdict(errors: []).status == .success)
  }

  @Test("what is wrong besides a full disk decides")
  func others() {
    for more: Set<String> in [[], ["diskFull"]] {
      #expect(DaemonVerdict(errors: more.union(["fileDamaged", "storeUnavailable"])) == .damaged)
      #expect(DaemonVerdict(errors: more.union(["itemsMissing", "itemsHidden"])) == .lacking)
      #expect(DaemonVerdict(errors: more.union(["storeUnavailable"])) == .unexamined)
      #expect(DaemonVerdict(errors: more.union(["callbackOwed"])) == .unfinished)
    }
  }

  @Test("only where a store could not be opened is something said not to be examined")
  func unexamined() {
    let verdict = DaemonVerdict(errors: ["storeUnavailable", "itemsMissing"])
    #expect(!verdict.isSound && verdict.status == .store)
    #expect(verdict.words == "not all could be examined; nothing is damaged in the rest")
    #expect(!DaemonVerdict(errors: ["removalUnfinished"]).words.contains("examined"))
  }
}
