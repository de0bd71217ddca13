import Testing

@testable import SpotlightClient
@testable import SpotlightWire
@testable import UserActivity

@Suite("ActivityPipeline")
struct ActivityPipelineTests {
  @Test("an activity goes to history when it has been current for a moment, as it is then")
  func dwelling() {
    PipelineStage().run { stage in
      let activity = searchable("Early")
      let number = activity.record.number
      activity.becomeCurrent()
      activity.title = "Late"
      stage.pass(.milliseconds(249))
      #expect(stage.takeNews() == [.current(number)])
      stage.pass(.milliseconds(1))
      #expect(stage.takeNews() == [.visit(number, title: "Late"), .current(number)])
      stage.pass(.seconds(10))
      activity.becomeCurrent()
      stage.pass(.seconds(10))
      #expect(stage.takeNews().isEmpty)
    }
  }

  @Test("stepping back or ending cuts the moment short; coming back is another visit")
  func settling() {
    PipelineStage().run { stage in
      let activity = searchable("A")
      let number = activity.record.number
      activity.becomeCurrent()
      activity.resignCurrent()
      #expect(
        stage.takeNews() == [.current(number), .visit(number, title: "A"), .current(nil)])
      activity.resignCurrent()
      stage.pass(.seconds(10))
      #expect(stage.takeNews().isEmpty)
      activity.becomeCurrent()
      activity.invalidate()
      #expect(
        stage.takeNews() == [.current(number), .visit(number, title: "A"), .current(nil)])
      activity.title = "B"
      activity.needsSave = true
      activity.becomeCurrent()
      activity.resignCurrent()
      stage.pass(.seconds(10))
      #expect(stage.takeNews().isEmpty)
    }
  }

  @Test("the next activity has the last one donated before it is told of")
  func following() {
    PipelineStage().run { stage in
      let (first, second) = (searchable("A"), searchable("B"))
      first.becomeCurrent()
      second.becomeCurrent()
      #expect(
        stage.takeNews() == [
          .current(first.record.number), .visit(first.record.number, title: "A"),
          .current(second.record.number),
        ])
      #expect(!first.isCurrent && second.isCurrent)
    }
  }

  @Test("what nobody holds is neither current nor donated")
  func lettingGo() {
    PipelineStage().run { stage in
      var activity: NSUserActivity? = searchable("A")
      let number = activity?.record.number
      activity?.becomeCurrent()
      activity = nil
      #expect(stage.takeNews() == [.current(number), .current(nil)])
      stage.pass(.seconds(10))
      #expect(stage.takeNews().isEmpty)
    }
  }

  @Test("what search may not find is not donated, until it may")
  func eligibility() {
    PipelineStage().run { stage in
      let activity = searchable("A")
      activity.isEligibleForSearch = false
      let delegate = TestDelegate()
      activity.delegate = delegate
      activity.needsSave = true
      activity.becomeCurrent()
      stage.pass(.seconds(5))
      #expect(stage.donations.isEmpty && delegate.saveCount == 0)
      activity.isEligibleForSearch = true
      stage.pass(.seconds(2))
      stage.drainQueue()
      #expect(stage.donations.map(\.isVisit) == [true])
      #expect(delegate.saveCount == 1)
    }
  }

  @Test("changes follow some at a time; only another state is another visit")
  func updating() {
    PipelineStage().run { stage in
      let activity = searchable("A")
      let number = activity.record.number
      activity.becomeCurrent()
      stage.pass(.milliseconds(250))
      activity.title = "B"
      stage.pass(.seconds(1))
      activity.title = "C"
      stage.pass(.seconds(1))
      activity.userInfo = ["title": "else"]
      stage.pass(.seconds(2))
      #expect(
        stage.takeNews().filter { $0 != .current(number) } == [
          .visit(number, title: "A"), .update(number, title: "C"), .visit(number, title: "C"),
        ])
    }
  }

  @Test(
    "the delegate is asked once for each time that the app wants it, before the activity is read")
  func saving() {
    PipelineStage().run { stage in
      let activity = searchable("old")
      let delegate = TestDelegate()
      delegate.willSave = { activity in
        #expect(!activity.needsSave)
        activity.title = "saved \(delegate.saveCount)"
        activity.needsSave = true
      }
      activity.delegate = delegate
      activity.needsSave = true
      activity.needsSave = true
      activity.becomeCurrent()
      stage.pass(.milliseconds(250))
      #expect(stage.donations.isEmpty)
      stage.drainQueue()
      #expect(stage.donations.map(\.activity.title) == ["saved 1"])
      #expect(!activity.needsSave)
      stage.pass(.seconds(10))
      stage.drainQueue()
      activity.needsSave = true
      activity.resignCurrent()
      #expect(stage.donations.map(\.activity.title).last == "saved 2")
      #expect(delegate.saveCount == 2)
      activity.needsSave = true
      activity.invalidate()
      #expect(delegate.saveCount == 2)
    }
  }

  @Test("a program that never gets to its queue is found as it was")
  func idleQueue() {
    PipelineStage().run { stage in
      let activity = searchable("A")
      let delegate = TestDelegate()
      activity.delegate = delegate
      activity.needsSave = true
      activity.becomeCurrent()
      stage.pass(.milliseconds(2249))
      #expect(stage.donations.isEmpty)
      stage.pass(.milliseconds(1))
      #expect(stage.donations.map(\.activity.title) == ["A"])
      #expect(activity.needsSave)
      stage.drainQueue()
      #expect(delegate.saveCount == 0)
    }
  }

  @Test("an activity that another thread replaces is asked where delegates are called")
  func otherThread() {
    PipelineStage().run { stage in
      let (first, second) = (searchable("A"), searchable("B"))
      let delegate = TestDelegate()
      first.delegate = delegate
      delegate.willSave = { $0.title = "saved" }
      first.becomeCurrent()
      stage.pass(.milliseconds(250))
      first.needsSave = true
      stage.isOnQueue = false
      second.becomeCurrent()
      #expect(delegate.saveCount == 0)
      stage.drainQueue()
      #expect(delegate.saveCount == 1)
      #expect(stage.donations.last?.activity.title == "saved")
      #expect(stage.donations.last?.isVisit == false)
    }
  }

  @Test("what is deleted does not come back by a late save")
  func deleting() {
    PipelineStage().run { stage in
      let activity = searchable("A")
      activity.persistentIdentifier = "p"
      activity.becomeCurrent()
      stage.pipeline.noteDeletion(.activities(.persistentIdentifiers(["other"])))
      stage.pipeline.noteDeletion(.items(.deleteAll))
      stage.pipeline.noteDeletion(.activities(.persistentIdentifiers(["p"])))
      activity.resignCurrent()
      #expect(stage.donations.map(\.isVisit) == [false])
      activity.becomeCurrent()
      activity.resignCurrent()
      #expect(stage.donations.map(\.isVisit) == [false, true])
    }
  }

  @Test("a type that the app does not declare does not become current")
  func declaredTypes() {
    let declared = DeclaredTypes(types: ["com.example.view"], source: "Info.plist")
    PipelineStage(declaring: declared).run { stage in
      let other = searchable("A", type: "com.example.other")
      other.becomeCurrent()
      #expect(!other.isCurrent)
      let page = searchable("A", type: NSUserActivityTypeBrowsingWeb)
      page.becomeCurrent()
      #expect(page.isCurrent)
      let view = searchable("A")
      view.becomeCurrent()
      #expect(view.isCurrent)
    }
    PipelineStage().run { stage in
      stage.setDeclaredTypes([])
      let view = searchable("A")
      view.becomeCurrent()
      #expect(!view.isCurrent)
    }
  }

  @Test("another device gets an activity as its delegate leaves it, and the app hears of that")
  func handingOver() {
    PipelineStage().run { stage in
      let activity = searchable("A")
      let number = activity.record.number
      let delegate = TestDelegate()
      delegate.willSave = { $0.title = "fresh" }
      activity.delegate = delegate
      let answers = AnswerLog()
      stage.pipeline.save(number, within: .seconds(2), completion: answers.note)
      activity.becomeCurrent()
      activity.needsSave = true
      stage.pipeline.save(number, within: .seconds(2), completion: answers.note)
      stage.drainQueue()
      stage.pass(.seconds(5))
      stage.pipeline.noteContinued(number)
      stage.drainQueue()
      #expect(answers.titles == [nil, "fresh"])
      #expect(delegate.saveCount == 1 && delegate.continuedCount == 1)
      activity.title = "busy"
      activity.needsSave = true
      stage.pipeline.save(number, within: .milliseconds(500), completion: answers.note)
      stage.pass(.milliseconds(500))
      #expect(answers.titles == [nil, "fresh", "busy"])
      activity.invalidate()
      stage.pipeline.save(number, within: .seconds(2), completion: answers.note)
      #expect(answers.titles.last == .some(nil))
    }
  }

  @Test("a title that is too long is not donated until it is mended")
  func unkeepable() {
    PipelineStage().run { stage in
      let activity = searchable(String(repeating: "x", count: 5000))
      activity.becomeCurrent()
      stage.pass(.seconds(1))
      #expect(stage.donations.isEmpty)
      activity.title = "short"
      stage.pass(.seconds(2))
      #expect(stage.donations.map(\.isVisit) == [true])
    }
  }
}
