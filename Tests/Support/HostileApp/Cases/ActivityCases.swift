import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// Attacks with what concerns activities: history, opening, receiving, streams and handing over.
  static let activityCases: [HostileCase] = [
    // MARK: History
    HostileCase("history-of-another-app") { scene in
      for role in Role.allCases {
        let client = try scene.enter(role: role)
        for app in [nil, Scene.victim, "", "\0"] {
          try client.mustFail(.listHistory(ListHistory(app: app, limit: 10)))
          try client.mustFail(.listChoices(ListHistory(app: app, limit: 10)))
          try client.mustFail(.listSearches(ListHistory(app: app, limit: 10)))
          let cursor = HistoryCursor(
            lastVisit: Timestamp(secondsSinceReferenceDate: .greatestFiniteMagnitude),
            app: Scene.victim, key: "")
          try client.mustFail(.listHistory(ListHistory(app: app, limit: .max, cursor: cursor)))
        }
      }
    },
    HostileCase("deletes-history-of-another-app") { scene in
      for role in Role.allCases {
        let client = try scene.enter(role: role)
        try client.mustFail(.deleteHistory(DeleteHistory()))
        try client.mustFail(.forgetChoices(ForgetChoices()))
        try client.mustFail(
          .forgetChoices(ForgetChoices(app: Scene.victim, identifiers: ["a", "", "\0"])))
        // What the person decided is no app's business, of its own things neither.
        try client.mustFail(.listMarks(ListMarks()))
        for verb in ChangeMark.Verb.allCases {
          try client.mustFail(
            .changeMark(
              ChangeMark(verb, IndexScope(app: Scene.victim, index: "i"), "a", text: "b")))
        }
        try client.mustFail(.deleteHistory(DeleteHistory(app: Scene.victim)))
        try client.mustFail(
          .deleteHistory(DeleteHistory(app: Scene.victim, keys: ["a", "", "\0"])))
        let ever = Timestamp(secondsSinceReferenceDate: -.greatestFiniteMagnitude)
        try client.mustFail(.deleteHistory(DeleteHistory(app: Scene.victim, since: ever)))
      }
    },
    HostileCase("history-under-numbers-it-did-not-open") { scene in
      let client = try scene.enter()
      // The number of an index is none of a history.
      let index = try client.open("own")
      for number in [0, 1, 2, index, 7, UInt32.max] {
        try client.mustFail(.donate(donation(number, "a")))
        for choice in [
          ActivityChoice.all, .persistentIdentifiers(["a"]), .domains(["", "a"]),
        ] {
          try client.mustFail(.deleteActivities(DeleteActivities(handle: number, choice: choice)))
        }
      }
    },
    HostileCase("an-activity-with-another-apps-item") { scene in
      let client = try scene.enter()
      let history = try client.openHistory()
      var item = Item(uniqueIdentifier: Scene.victimItem)
      item.attributes[.title] = .string("mine now")
      for index in ["", Scene.victimIndex, Scene.victim, "\0"] {
        item.domainIdentifier = index.isEmpty ? nil : index
        var related = donation(history, "related \(index.count)")
        related.attributes = try EncodedItem(opening: try ItemCodec.encode(item))
        _ = try client.ask(.donate(related))
      }
      // The test looks whether the victim's items are as they were.
      _ = try client.ask(.deleteActivities(DeleteActivities(handle: history, choice: .all)))
    },
    HostileCase("an-activity-of-noise") { scene in
      let client = try scene.enter()
      let history = try client.openHistory()
      let whole = Array(
        try frameBytes(of: .donate(donation(history, "whole")), request: 1).dropFirst(16))
      var noise = Noise(seed: 21)
      for _ in 0..<200 {
        let other = try scene.enter()
        _ = try other.openHistory()
        var payload = whole
        for _ in 0..<4 {
          payload[Int.random(in: 4..<payload.count, using: &noise)] = UInt8.random(
            in: .min ... .max, using: &noise)
        }
        other.sendCarelessly(
          header(payload: UInt32(payload.count), kind: MessageKind.donate.rawValue, request: 2)
            + payload)
        other.sendCarelessly(try frameBytes(of: .clientState(9), request: 3))
        try other.mustAnswerOrEnd()
      }
    },
    HostileCase("thousands-of-activities") { scene in
      let client = try scene.enter()
      let history = try client.openHistory()
      for round in 0..<30 {
        // As many as have a slot.
        var waiting = try Set(
          (0..<60).map { number in
            try client.request(.donate(donation(history, "\(round) \(number)")))
          })
        // Answers come in any order.
        while !waiting.isEmpty {
          let envelope = try client.receive()
          if envelope.isLast { waiting.remove(envelope.request) }
        }
      }
      try scene.checkThatOthersAreServed()
      _ = try client.ask(.deleteActivities(DeleteActivities(handle: history, choice: .all)))
    },
    HostileCase("activities-after-the-app-has-gone") { scene in
      for number in 0..<40 {
        let client = try scene.enter()
        let history = try client.openHistory()
        client.sendCarelessly(
          try frameBytes(of: .donate(donation(history, "\(number)")), request: 2)
            + (try frameBytes(
              of: .deleteActivities(DeleteActivities(handle: history, choice: .all)), request: 3)))
        client.socket.shutdown()
      }
      try scene.checkThatOthersAreServed()
    },
    // MARK: What is current
    HostileCase("current-activities-without-end") { scene in
      let client = try scene.enter()
      let title = String(repeating: "x", count: 1000)
      for number in UInt64(0)..<2000 {
        let summary = ActivitySummary(
          number: number, type: Scene.victim, title: title, flags: .all, needsSaving: true,
          webpage: "https://example.com/")
        try client.send(Envelope(.currentChanged(number % 3 == 0 ? nil : summary)))
      }
      try client.mustAnswer()
    },
    HostileCase("a-current-activity-with-a-page-that-is-none") { scene in
      for page in ["javascript:alert(1)", "file:///etc/passwd", "x", ""] {
        let client = try scene.enter()
        client.sendCarelessly(
          try frameBytes(
            of: .currentChanged(ActivitySummary(number: 1, type: "a", webpage: page))))
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("shows-what-was-not-delivered") { scene in
      let client = try scene.enter()
      for number in [UInt64](0..<300) + [.max] {
        try client.send(Envelope(.restored(Restored(delivery: number, sign: .current))))
        try client.send(Envelope(.restored(Restored(delivery: number, sign: .window))))
      }
      try client.mustAnswer()
    },
    HostileCase("a-search-that-stands-open-for-ever") { scene in
      // What a person's search holds back, an app's is not to.
      var clients: [RawClient] = []
      for _ in 0..<20 {
        let client = try scene.enter()
        for _ in 0..<200 { try client.send(Envelope(.searchOpened(true))) }
        clients.append(client)
      }
      try scene.checkThatOthersAreServed()
      withExtendedLifetime(clients) {}
    },
    // MARK: Opening
    HostileCase("opens-things") { scene in
      let activity = WireActivity(type: "org.example.read", title: "x")
      let targets: [WireTarget] = [
        .url("file:///etc/passwd", app: nil), .url("https://example.com", app: Scene.victim),
        .url("x:$(id)", app: nil), .url("", app: nil), .url("file:///tmp/x.desktop", app: nil),
        .item(
          scope: IndexScope(app: Scene.victim, index: Scene.victimIndex),
          identifier: Scene.victimItem, action: nil),
        .activity(app: Scene.victim, key: "", activity), .continuedSearch(app: Scene.victim),
      ]
      for role in Role.allCases {
        let client = try scene.enter(role: role)
        for target in targets {
          try client.mustFail(
            .launch(
              LaunchRequest(
                target: target, query: "$(id)", activationToken: "\n", flags: .hasTerminal)))
        }
      }
    },
    HostileCase("asks-what-others-opened") { scene in
      for role in Role.allCases {
        let client = try scene.enter(role: role)
        for number in [UInt64](0..<20) + [.max] { try client.mustFail(.launchTime(number)) }
        for text in ["", "sister", String(repeating: "a", count: 100_000)] {
          try client.mustFail(.continuationApps(text))
        }
      }
    },
    // MARK: Receiving
    HostileCase("receives-in-every-way-again-and-again") { scene in
      let client = try scene.enter()
      for version in ["", "1", Scene.victim, String(repeating: "9", count: 60_000)] {
        for kinds in [ReceiveActivities.Kinds.all, [], .urls, .saves] {
          let request = ReceiveActivities(kinds: kinds, version: version)
          try client.mustGetNothing(before: .receive(request))
        }
      }
      // Nothing was opened, so nothing has come when the daemon has served others, and this client again.
      try scene.checkThatOthersAreServed()
      try client.mustGetNothing(before: .receive(ReceiveActivities(kinds: .all)))
    },
    HostileCase("takes-what-nobody-opened") { scene in
      let client = try scene.enter()
      _ = try client.ask(.receive(ReceiveActivities(kinds: .all)))
      let activity = WireActivity(type: Scene.victim, title: "x")
      for number in UInt64(1)...100 {
        client.sendCarelessly(try frameBytes(of: .continued(number % 2 == 0), request: number))
        client.sendCarelessly(try frameBytes(of: .activitySaved(activity), request: number))
      }
      try scene.checkThatOthersAreServed()
    },
    // MARK: Streams
    HostileCase("streams-of-activities-it-was-not-given") { scene in
      let client = try scene.enter()
      for _ in 0..<3 {
        for number in [UInt64](0..<100) + [.max] {
          try client.mustFail(.openContinuationStream(number), [])
        }
      }
      try scene.checkThatOthersAreServed()
    },
    // MARK: Handing over
    HostileCase("orders-to-the-devices") { scene in
      let verbs = [
        "handoff.set", "handoff.list", "handoff.accept", "devices.list", "devices.show",
        "devices.await", "devices.pair", "devices.forget", "devices.address", "indexes", "doctor",
      ]
      for role in Role.allCases {
        let client = try scene.enter(role: role)
        for verb in verbs {
          for arguments in ["{}", "{\"on\":true}", "{\"code\":\"123456\",\"device\":1}", "", "["] {
            try client.mustFail(
              .administer(Administration(verb: verb, arguments: Array(arguments.utf8))))
          }
        }
      }
    },
  ]

  /// An activity to be kept.
  private static func donation(_ handle: UInt32, _ name: String) -> DonateActivity {
    DonateActivity(
      handle: handle, isVisit: true,
      activity: WireActivity(
        type: "org.example.read", title: name, webpage: "https://example.com/\(name)",
        persistentIdentifier: name, flags: .all))
  }
}

extension RawClient {
  /// Opens the history of the client's app.
  ///
  /// - Returns: Its number.
  fileprivate func openHistory() throws -> UInt32 {
    switch try ask(.openHistory) {
    case .historyOpened(let opened): return opened.handle
    case .failed(let error): throw error
    case let other: throw Failure.unexpected(other.kind)
    }
  }

  /// Nothing was sent when a request is answered.
  fileprivate func mustGetNothing(before request: ClientMessage) throws {
    if let event = try messages(before: request).first {
      throw AttackSucceeded(description: "\(event.kind) came, though nothing was opened")
    }
  }

  /// The connection goes on after all that was sent.
  fileprivate func mustAnswer() throws {
    let index = try open("own")
    _ = try clientState(of: index)
  }

  /// The next answer comes, or the connection ends because the protocol was broken.
  fileprivate func mustAnswerOrEnd() throws {
    do {
      _ = try receive()
    } catch RawClient.Failure.ended {
      return
    } catch RawClient.Failure.nothingCame {
      throw AttackSucceeded(description: "nothing is answered any more")
    }
  }
}
