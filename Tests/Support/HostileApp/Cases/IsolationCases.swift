import FresnelModel
import FresnelPlatform
import SpotlightDaemon
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// Attempts to see, count, change or delete what is another app's.
  static let isolationCases: [HostileCase] = [
    HostileCase("numbers-of-indexes-it-did-not-open") { scene in
      let client = try scene.enter()
      for number in [0, 1, 2, 3, 7, 64, UInt32.max] {
        try client.mustFail(.clientState(number), [])
        try client.mustFail(.describe(DescribeIndex(handle: number, withDigest: true)), [])
        try client.mustFail(
          .apply(ApplyBatch(handle: number, operations: [.deleteAll])), [])
        try client.mustFail(.beginReplace(BeginReplacement(handle: number)), [])
        try client.mustFail(.commitReplace(CommitReplacement(handle: number)), [])
        try client.mustFail(.abandonReplace(number), [])
        try client.mustFail(.applySealed(SealedChanges(handle: number, bytes: [1])), [])
        try client.mustFail(.setDelegate(SetDelegate(handle: number, methods: .all)), [])
      }
    },
    HostileCase("an-index-of-the-same-name") { scene in
      let client = try scene.enter()
      for name in [Scene.victimIndex, "postcards"] {
        let index = try client.open(name)
        guard try client.clientState(of: index) == nil else {
          throw AttackSucceeded(description: "the client state of another app was told")
        }
        guard
          case .done = try client.ask(
            .apply(
              ApplyBatch(
                handle: index, clientState: [6, 6, 6],
                operations: [
                  .deleteIdentifiers([Scene.victimItem]), .deleteDomains([""]), .deleteAll,
                ]
              )))
        else { throw AttackSucceeded(description: "an app cannot empty an index of its own") }
      }
    },
    HostileCase("an-index-of-another-app-by-name") { scene in
      let client = try scene.enter()
      for app in [Scene.victim, "org.fresnel.manuals"] {
        try client.mustFail(.openIndex(OpenIndex(name: Scene.victimIndex, app: app)), [])
      }
    },
    HostileCase("an-index-with-a-crafted-name") { scene in
      let client = try scene.enter()
      let names = [
        "\0", "\0replace.1.letters", "a\0b", "../\(Scene.victim)/letters", "letters\u{1}",
        "\(Scene.victim)\0letters",
      ]
      for name in names {
        let answer = try client.ask(.openIndex(OpenIndex(name: name)))
        if case .indexOpened(let opened) = answer {
          guard !name.contains("\0"), try client.clientState(of: opened.handle) == nil else {
            throw AttackSucceeded(description: "an index with a reserved name was opened")
          }
        }
      }
    },
    HostileCase("queries-for-everything") { scene in
      let client = try scene.enter()
      let queries = [
        "title == \"*\"", "title == \"*sister*\"", "kMDItemTitle == \"*\"",
        "_kMDItemBundleID == \"*\"",
        "title == \"*\" || title != \"*\"", "uniqueIdentifier == \"*\"",
      ]
      for query in queries {
        for reach in [SearchReach.own, .system, .apps([Scene.victim]), .apps([])] {
          try mustNotFindForeign(client, query, reach)
        }
      }
    },
    HostileCase("filters-that-name-another-app") { scene in
      let client = try scene.enter()
      let filters = [
        "_kMDItemBundleID == \"\(Scene.victim)\"", "kMDItemContentCreationDate > 0",
        "bundleIdentifier == \"\(Scene.victim)\"",
      ]
      for filter in filters {
        let request = QueryRequest(query: "title == \"*\"", filters: [filter])
        try mustNotFindForeign(client, .query(request))
      }
    },
    HostileCase("searches-for-everything") { scene in
      let client = try scene.enter()
      for reach in [SearchReach.own, .system, .apps([Scene.victim])] {
        for form in SearchRequest.Form.allCases {
          let text = form == .query ? "title == \"*\"" : "sister"
          let request = SearchRequest(
            form: form, text: text, reach: reach, limit: 1000, flags: .countsMatches)
          try mustNotFindForeign(client, .search(request))
        }
        for flags in [AskRequest.Flags.countsMatches, [.countsMatches, .isExact, .isUnranked]] {
          let place = AskRequest.Place(
            score: 1e300, scope: IndexScope(app: Scene.victim, index: Scene.victimIndex),
            identifier: Scene.victimItem)
          for after in [nil, place] {
            let request = AskRequest(
              text: "sister", reach: reach, limit: 1000, suggestionLimit: 100, flags: flags,
              after: after)
            try mustNotFindForeign(client, .ask(request))
          }
        }
      }
    },
    HostileCase("items-by-their-names") { scene in
      let client = try scene.enter()
      for index in [Scene.victimIndex, "postcards", ""] {
        let lookup = ItemLookup(app: Scene.victim, index: index, identifier: Scene.victimItem)
        try client.mustFail(.item(lookup))
      }
    },
    HostileCase("lists") { scene in
      let client = try scene.enter()
      try client.mustFail(.list(ItemList(app: Scene.victim)))
      // Its own items are an app's to list; it has none.
      for list in [ItemList(), ItemList(index: Scene.victimIndex)] {
        guard case .results(let hits) = try client.ask(.list(list)), hits.isEmpty else {
          throw AttackSucceeded(description: "a list of its own items has something in it")
        }
      }
    },
    HostileCase("data-without-a-grant") { scene in
      let client = try scene.enter()
      try client.mustFail(
        .fetchData(
          FetchData(app: Scene.victim, item: Scene.victimItem, contentType: "public.data")))
    },
    HostileCase("promises-of-another-app") { scene in
      let client = try scene.enter()
      for wanted in WantedContent.allCases {
        try client.mustFail(
          .promise(
            PromiseRequest(
              app: Scene.victim, index: Scene.victimIndex, item: Scene.victimItem,
              contentType: "public.data", wanted: wanted)))
      }
    },
    HostileCase("administers") { scene in
      let client = try scene.enter(role: .tool)
      // What there is not is refused as what there is: nobody learns which is which.
      for verb in AdministrationVerbs.names + ["nonsense", ""] {
        let arguments = Array("{\"id\":\"\(Scene.victim)\"}".utf8)
        try client.mustFail(
          .administer(Administration(verb: verb, arguments: arguments)), [.refused])
      }
    },
    HostileCase("imports-a-file") { scene in
      let client = try scene.enter()
      let file = try FileDescriptor(opening: "/etc/hostname", for: .reading)
      try client.mustFail(
        .importFile(FileImport(fileName: "x", contentType: "public.text")),
        descriptors: [try SharedDescriptor(sharing: file)])
    },
    HostileCase("channels-to-locked-classes") { scene in
      let client = try scene.enter()
      for protection in ProtectionClass.allCases {
        let answer = try client.ask(.channel(protection))
        switch answer {
        case .failed: continue
        case .channelOpened(let place) where place != .channel: continue
        default: throw AttackSucceeded(description: "a channel to \(protection) was opened")
        }
      }
    },
    HostileCase("guesses-passphrases") { scene in
      let client = try scene.enter()
      for protection in ProtectionClass.allCases {
        try client.mustFail(
          .unlock(Unlock(protection: protection, passphrase: Array("x".utf8))), [])
      }
    },
    HostileCase("takes-over-what-is-no-store") { scene in
      let client = try scene.enter()
      for path in ["/etc/passwd", "/dev/null", "/proc/self/environ", "/"] {
        let file = try FileDescriptor(opening: path, for: .reading)
        let answer = try client.ask(
          .takeOver(TakeOver(folderName: Scene.victim)),
          descriptors: [try SharedDescriptor(sharing: file)])
        if case .takenOver(let taken) = answer, taken.itemCount > 0 {
          throw AttackSucceeded(description: "items came from \(path)")
        }
      }
    },
    HostileCase("takes-over-links-pipes-and-holes") { scene in
      let top = FileSystem.parent(of: FileSystem.parent(of: FileSystem.parent(of: scene.socket)))
      let foreign = top + "/data/fresnel/store"
      let names = try FileSystem.entries(of: foreign).filter { $0 != "lock" }
      let traps: [(_ name: String) -> [String]] = [
        { ["ln", "-s", foreign + "/" + $0] }, { _ in ["ln", "-s", "."] }, { _ in ["mkfifo"] },
        { _ in ["truncate", "-s", "1T"] },
      ]
      for trap in traps {
        try FileSystem.withTemporaryDirectory { (directory: String) throws in
          for name in names {
            let words = trap(name) + [directory + "/" + name]
            guard try Command(words[0], Array(words.dropFirst())).run().isSuccess else {
              throw NotPossibleHere(description: "\(words[0]) failed")
            }
          }
          let answer = try scene.enter().ask(
            .takeOver(TakeOver(folderName: Scene.victim)),
            descriptors: [try SharedDescriptor(openingDirectory: directory)])
          guard case .failed = answer else {
            throw AttackSucceeded(description: "such a directory was taken over: \(answer.kind)")
          }
        }
      }
    },
  ]

  private static func mustNotFindForeign(
    _ client: RawClient, _ query: String, _ reach: SearchReach
  ) throws {
    try mustNotFindForeign(client, .query(QueryRequest(query: query, reach: reach)))
  }

  /// Whatever the answers to a request are, nothing in them is another app's.
  private static func mustNotFindForeign(
    _ client: RawClient, _ message: ClientMessage
  ) throws {
    let request = try client.request(message)
    while true {
      let envelope = try client.receive()
      guard envelope.request == request else { continue }
      var hits: [WireHit] = []
      switch envelope.message {
      case .results(let found): hits = found
      case .found(let found):
        hits = found.hits
        // How many items others have is theirs too.
        if let count = found.matchCount, count > UInt64(hits.count) {
          throw AttackSucceeded(description: "\(count) matches were counted")
        }
      case .answered(let answer):
        hits = answer.hits
        if let count = answer.matchCount, count > UInt64(hits.count) {
          throw AttackSucceeded(description: "\(count) matches were counted")
        }
        guard answer.suggestions.isEmpty else {
          throw AttackSucceeded(description: "texts of others were suggested")
        }
      case .failed: break
      case let other: throw AttackSucceeded(description: "answered with \(other.kind)")
      }
      if let hit = hits.first(where: { !$0.scope.app.hasPrefix("unregistered:") }) {
        throw AttackSucceeded(description: "an item of \(hit.scope.app) was found")
      }
      if envelope.isLast { return }
    }
  }
}
