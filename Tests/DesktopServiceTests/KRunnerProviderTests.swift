import BusTestSupport
import FresnelBus
import FresnelModel
import FresnelPlatform
import SearchSurface
import Testing
import WireTestSupport

@Suite(
  "Results in KRunner", .serialized, .timeLimit(.minutes(30)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct KRunnerProviderTests {
  /// A match as KRunner reads it.
  private struct Match {
    let id: String, text: String, type: Int32, relevance: Double, properties: BusValue
  }

  private func matches(_ reply: BusReply) throws -> [Match] {
    try (reply.get().first?.elements ?? []).map { value in
      let fields = try #require(value.elements)
      try #require(fields.map(\.typeSignature) == ["s", "s", "s", "i", "d", "a{sv}"])
      guard case .int32(let type) = fields[3], let relevance = fields[4].number else {
        throw BusError(.malformed, "")
      }
      return Match(
        id: fields[0].text ?? "", text: fields[1].text ?? "", type: type, relevance: relevance,
        properties: fields[5])
    }
  }

  @Test("Matches come in our order, whatever KRunner sorts by, with what can be done with them")
  func matching() async throws {
    try await ProviderStage.with { stage in
      try stage.index([
        ProviderStage.item(
          "a", "Ada",
          [
            .contentDescription: .string("Mathematician"),
            .phoneNumbers: .array([.string("+1 555 0100")]), .supportsPhoneCall: .boolean(true),
            .contentURL: .url("https://example.com/ada"),
          ]),
        ProviderStage.item("b", "Ada Lovelace"), ProviderStage.item("c", "Programs of Ada"),
      ])
      let shell = try stage.shell()
      let found = try matches(await shell.krunner("Match", [.string("ada")]))
      #expect(Set(found.map(\.text)) == ["Ada", "Ada Lovelace", "Programs of Ada"])
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.type >= $1.type })
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.relevance > $1.relevance })
      #expect(found.allSatisfy { [100, 70, 30].contains($0.type) && $0.relevance <= 1 })
      let ada = try #require(found.first { $0.text == "Ada" })
      #expect(ada.properties["subtext"]?.text == "Mathematician")
      #expect(ada.properties["actions"]?.elements?.first?.text == "call")
      #expect(ada.properties["urls"]?.elements?.map(\.text) == ["https://example.com/ada"])
      let other = try #require(found.first { $0.text == "Ada Lovelace" })
      #expect(other.properties["actions"]?.elements == [])
      #expect(other.properties["urls"] == nil)
      #expect(try matches(await shell.krunner("Match", [.string("  ")])).isEmpty)
      #expect(
        try matches(
          await shell.krunner("Match", [.string(String(repeating: "x", count: 1 << 20))])
        ).isEmpty)
    }
  }

  @Test("A match that is called off is empty: after an error KRunner waits for ever")
  func overlapping() async throws {
    try await ProviderStage.with { stage in
      try stage.index([ProviderStage.item("a", "Ada")])
      let shell = try stage.shell()
      _ = await shell.krunner("Match", [.string("ad")])
      stage.daemon.send(.stop)
      async let first = shell.krunner("Match", [.string("a")])
      await stage.settle()
      async let second = shell.krunner("Match", [.string("ad")])
      #expect(try matches(await first).isEmpty)
      async let torn = shell.krunner("Teardown")
      #expect(try matches(await second).isEmpty)
      #expect(await torn == .success([]))
      stage.daemon.send(.resume)
      #expect(try matches(await shell.krunner("Match", [.string("ada")])).map(\.text) == ["Ada"])
    }
  }

  @Test("The actions that there may be are told; calls with other arguments are errors")
  func actions() async throws {
    try await ProviderStage.with { stage in
      let shell = try stage.shell()
      let actions = try await shell.krunner("Actions").get().first?.elements ?? []
      #expect(
        actions.compactMap { $0.elements?.first?.text } == ["call", "directions", "play", "folder"])
      #expect(actions.allSatisfy { $0.typeSignature == "(sss)" })
      #expect(await shell.krunner("Config") == .success([.options([:])]))
      for (member, arguments) in [
        ("Match", []), ("Run", [.string("x")]), ("SetActivationToken", []),
        ("Teardown", [.int32(1)]),
      ] as [(String, [BusValue])] {
        #expect(
          errorName(await shell.krunner(member, arguments))
            == "org.freedesktop.DBus.Error.InvalidArgs", "\(member)")
      }
      #expect(
        await shell.krunner("Run", [.string("1AAA"), .string("call")]) == .success([]))
    }
  }
}
