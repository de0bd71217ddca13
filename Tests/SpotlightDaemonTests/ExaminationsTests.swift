import Testing

@testable import SpotlightDaemon

@Suite("Examinations")
struct ExaminationsTests {
  @Test("threads count as hanging once their connection is given up, until they end")
  func counting() {
    var examinations = Examinations()
    for connection in UInt64(1)...3 { examinations.begin(connection, of: 7) }
    examinations.begin(4, of: 8)
    #expect(examinations.givenUpCount == 0)
    for connection in UInt64(1)...4 { examinations.giveUp(connection) }
    #expect(examinations.givenUpCount == 4)
    #expect(examinations.givenUpCount(of: 7) == 3)
    examinations.end(2)
    #expect(examinations.givenUpCount(of: 7) == 2)
    #expect(examinations.givenUpCount == 3)
  }

  @Test("a connection whose thread has ended leaves none behind")
  func ended() {
    var examinations = Examinations()
    examinations.begin(1, of: 7)
    examinations.end(1)
    examinations.giveUp(1)
    #expect(examinations.givenUpCount == 0)
  }
}
