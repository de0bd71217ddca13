import FresnelModel
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire
@testable import UserActivity

@Suite("UserActivityReceiver")
struct UserActivityReceiverTests {
  /// An app that opens what it is told to open.
  private final class App: UserActivityReceiverDelegate, UserActivityRestoring {
    var log: [String] = []
    var opens = true
    var keepsActivities = true
    var activities: [NSUserActivity] = []
    var restore: (([any UserActivityRestoring]?) -> Void)?

    func application(
      _ application: UserActivityReceiver,
      willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      log.append("will \(userActivityType)")
      return false
    }

    func application(
      _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
    ) -> Bool {
      log.append("continue \(userActivity.title ?? userActivity.activityType)")
      if keepsActivities { activities.append(userActivity) }
      restore = restorationHandler
      return opens
    }

    func application(
      _ application: UserActivityReceiver,
      didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {
      let error = error as NSError
      log.append("failed \(userActivityType) \(error.code) \(error.localizedDescription)")
    }

    func application(_ application: UserActivityReceiver, didUpdate userActivity: NSUserActivity) {
      let isKnown = activities.contains { $0 === userActivity }
      log.append("update \(userActivity.title ?? "") \(isKnown ? "known" : "new")")
    }

    func application(
      _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
    ) -> Bool {
      let source = options[.sourceApplication] as? String ?? "person"
      log.append("open \(url.absoluteString) by \(source)")
      return opens
    }

    func restoreUserActivityState(_ userActivity: NSUserActivity) {
      log.append("restore \(userActivity.title ?? "")")
    }
  }

  /// The app's answers.
  private final class Answers: Sendable {
    private let collected = Mutex<[Bool]>([])
    var values: [Bool] { collected.withLock { $0 } }
    @Sendable func note(_ value: Bool) { collected.withLock { $0.append(value) } }
  }

  /// Runs a body with an app that receives, and the stage on which its activities are.
  private func withApp(
    arguments: [String] = [],
    _ body: (App, UserActivityReceiver, PipelineStage) throws -> Void
  ) rethrows {
    let connection = ServiceConnection(
      .nothing("There is none in tests."), app: AppIdentity(identifier: "com.example.tests"))
    defer { connection.close() }
    try AppConnection.$override.withValue(connection) {
      try PipelineStage().run { stage in
        let app = App()
        let receiver = UserActivityReceiver(
          stage.pipeline, queue: stage.queue, arguments: arguments)
        receiver.begin(app)
        stage.drainQueue()
        try body(app, receiver, stage)
      }
    }
  }

  private func soup(_ title: String = "Soup") -> WireActivity {
    WireActivity(
      type: "com.example.view", title: title,
      userInfo: ActivityDictionary([(.text("recipe"), .integer(7))]),
      requiredKeys: ["recipe"], flags: [.search])
  }

  @Test("an app goes on with an activity, and what shows it is asked to restore itself")
  func continuing() {
    withApp { app, receiver, stage in
      let answers = Answers()
      receiver.announce(WillContinue(delivery: 4, type: "com.example.view"))
      receiver.continueActivity(
        ContinueActivity(delivery: 4, activity: soup(), activationToken: "token"),
        completion: answers.note)
      #expect(app.log.isEmpty)
      stage.drainQueue()
      #expect(answers.values == [true])
      #expect(receiver.activationToken == "token")
      #expect(app.activities.first?.userInfo?["recipe"] as? Int == 7)
      app.restore?([app])
      stage.isOnQueue = false
      app.restore?([app, app])
      stage.drainQueue()
      #expect(
        app.log == [
          "will com.example.view", "continue Soup", "restore Soup", "restore Soup", "restore Soup",
        ])
    }
  }

  @Test("what was delivered is shown when it becomes current, or another of the same state does")
  func restored() {
    withApp { app, receiver, stage in
      receiver.continueActivity(ContinueActivity(delivery: 4, activity: soup())) { _ in }
      stage.drainQueue()
      let other = searchable("Bread")
      other.becomeCurrent()
      #expect(!stage.takeNews().contains(.restored(4)))
      app.activities.first?.becomeCurrent()
      #expect(stage.takeNews().contains(.restored(4)))
      receiver.continueActivity(ContinueActivity(delivery: 5, activity: soup())) { _ in }
      stage.drainQueue()
      let own = NSUserActivity(activityType: "com.example.view")
      own.userInfo = ["recipe": 7, "scroll": 0.5]
      own.requiredUserInfoKeys = ["recipe"]
      own.attachedAttributes = TestAttributes([.relatedUniqueIdentifier: .string("recipe-7")])
      own.becomeCurrent()
      #expect(stage.takeNews().contains(.restored(5)))
      own.resignCurrent()
      own.becomeCurrent()
      #expect(!stage.takeNews().contains(.restored(5)))
    }
  }

  @Test("a chosen item is shown when an activity of it becomes current, or what was delivered")
  func restoredItem() {
    withApp { app, receiver, stage in
      let chosen = WireActivity(
        type: "com.apple.corespotlightitem",
        userInfo: ActivityDictionary([
          (.text("kCSSearchableItemActivityIdentifier"), .text("recipe-7"))
        ]))
      receiver.continueActivity(ContinueActivity(delivery: 6, activity: chosen)) { _ in }
      stage.drainQueue()
      let own = searchable("Soup")
      own.attachedAttributes = TestAttributes([.relatedUniqueIdentifier: .string("recipe-7")])
      own.becomeCurrent()
      #expect(stage.takeNews().contains(.restored(6)))
      // An app need not declare the type of items.
      stage.setDeclaredTypes(["com.example.view"])
      receiver.continueActivity(ContinueActivity(delivery: 7, activity: chosen)) { _ in }
      stage.drainQueue()
      app.activities.last?.becomeCurrent()
      #expect(stage.takeNews().contains(.restored(7)))
    }
  }

  @Test("what the app declines, or has nobody for, is not taken and not waited for")
  func declining() {
    withApp { app, receiver, stage in
      let answers = Answers()
      app.opens = false
      receiver.continueActivity(
        ContinueActivity(delivery: 4, activity: soup()), completion: answers.note)
      stage.drainQueue()
      app.activities.first?.becomeCurrent()
      #expect(!stage.takeNews().contains(.restored(4)))
      #expect(answers.values == [false])
    }
    let stage = PipelineStage()
    let receiver = UserActivityReceiver(stage.pipeline, queue: stage.queue, arguments: [])
    let answers = Answers()
    receiver.continueActivity(
      ContinueActivity(delivery: 4, activity: soup()), completion: answers.note)
    receiver.openURLs(OpenURLs(delivery: 5, urls: ["recipe:1"]), completion: answers.note)
    stage.drainQueue()
    #expect(answers.values == [false, false])
    #expect(stage.pipeline.deliveries.windowWasShown() == nil)
  }

  @Test("a delivered activity is kept for ten seconds where the app does not keep it")
  func keeping() {
    withApp { app, receiver, stage in
      app.keepsActivities = false
      receiver.continueActivity(ContinueActivity(delivery: 4, activity: soup())) { _ in }
      stage.drainQueue()
      app.restore = nil
      receiver.update(ActivityUpdate(delivery: 4, activity: soup("Hot soup")))
      stage.drainQueue()
      stage.pass(.seconds(10))
      stage.drainQueue()
      app.keepsActivities = true
      receiver.continueActivity(ContinueActivity(delivery: 5, activity: soup())) { _ in }
      stage.drainQueue()
      stage.pass(.seconds(10))
      stage.drainQueue()
      receiver.update(ActivityUpdate(delivery: 5, activity: soup("Cold soup")))
      stage.drainQueue()
      #expect(
        app.log == [
          "continue Soup", "update Hot soup new", "continue Soup", "update Cold soup known",
        ])
      #expect(app.activities.map(\.title) == ["Cold soup"])
    }
  }

  @Test("URLs come from the service and from the command line")
  func urls() {
    withApp(arguments: ["--verbose", "recipe://7", "file.txt"]) { app, receiver, stage in
      #expect(app.log == ["open recipe://7 by person"])
      app.log = []
      let answers = Answers()
      receiver.openURLs(
        OpenURLs(delivery: 5, urls: ["geo:1,2", ""], sourceApp: "com.example.maps"),
        completion: answers.note)
      receiver.openURLs(OpenURLs(delivery: 6, urls: [""]), completion: answers.note)
      stage.drainQueue()
      #expect(app.log == ["open geo:1,2 by com.example.maps"])
      #expect(answers.values == [true, false])
    }
  }

  @Test("a failure comes with the documented error and the service's words")
  func failing() {
    withApp { app, receiver, stage in
      for code in [4610, 17] as [UInt16] {
        receiver.noteFailure(
          FailedToContinue(delivery: 4, type: "t", code: code, message: "It is too far."))
      }
      stage.drainQueue()
      #expect(app.log == ["failed t 4610 It is too far.", "failed t 4608 It is too far."])
    }
  }

  @Test("a delegate may leave out every method, and is not kept alive")
  func defaults() {
    final class Nobody: UserActivityReceiverDelegate {}
    let stage = PipelineStage()
    let connection = ServiceConnection(
      .nothing("There is none in tests."), app: AppIdentity(identifier: "com.example.tests"))
    let receiver = UserActivityReceiver(stage.pipeline, queue: stage.queue, arguments: [])
    let answers = Answers()
    AppConnection.$override.withValue(connection) {
      let nobody = Nobody()
      receiver.begin(nobody)
      receiver.announce(WillContinue(delivery: 1, type: "t"))
      receiver.openURLs(OpenURLs(delivery: 5, urls: ["recipe:1"]), completion: answers.note)
      stage.drainQueue()
      withExtendedLifetime(nobody) {}
    }
    receiver.openURLs(OpenURLs(delivery: 6, urls: ["recipe:1"]), completion: answers.note)
    stage.drainQueue()
    #expect(answers.values == [false, false])
  }

  @Test("arguments are URLs when they look like one, or their scheme is the app's")
  func commandLine() {
    let arguments = ["-x", "--open=a://b", "recipe:7", "tag:soup", "C:/x", "https://example.com/a"]
    let urls = CommandLineURLs.find(in: arguments, declaring: ["recipe"])
    #expect(urls.map(\.absoluteString) == ["recipe:7", "https://example.com/a"])
  }
}

/// The attributes of an activity, as Core Spotlight would attach them.
final class TestAttributes: NSObject, AttachedAttributes {
  let activityAttributes: Attributes

  init(_ values: [AttributeID: AttributeValue]) {
    var attributes = Attributes()
    for (id, value) in values { attributes[id] = value }
    activityAttributes = attributes
  }
}
