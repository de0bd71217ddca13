import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import Testing

@testable import SpotlightDaemon

/// Two paired and connected devices.
private func withPair(
  _ body: (_ desk: PlayedMain, _ travel: PlayedMain) async throws -> Void
) async throws {
  let running = try RunningLoop()
  let desk = try PlayedMain.hub("Tisch", at: "127.0.0.2", on: running.loop)
  let travel = try PlayedMain.hub("Reise", at: "127.0.0.3", on: running.loop)
  let result: Result<Void, any Error>
  do {
    try await PlayedMain.pair(desk, travel)
    result = .success(try await body(desk, travel))
  } catch { result = .failure(error) }
  try await desk.stop()
  try await travel.stop()
  running.stop()
  try result.get()
}

@Suite("What is offered between paired devices", .timeLimit(.minutes(30)))
struct DeviceHubOfferTests {
  private static let state = [UInt8](repeating: 7, count: 16_384)

  /// Why a pick failed.
  private static func failure(
    _ pick: UInt64, of main: PlayedMain
  ) async throws -> FresnelHandoff.Refusal {
    try await main.first { told in
      if case .failed(pick: pick, let refusal, _) = told.news { refusal } else { nil }
    }
  }

  @Test("An offer appears on the other device, changes, is picked up there, taken, and goes")
  func handOver() async throws {
    try await withPair { desk, travel in
      desk.order(.offer(PlayedMain.notes("Entwurf")))
      try await travel.wait { travel.available.first?.activity.title == "Entwurf" }
      let number = travel.available.first?.number
      #expect(travel.available.first?.device == "Tisch")
      desk.order(.offer(PlayedMain.notes()))
      let pick = try await travel.pick()
      // The same activity with another title.
      #expect(travel.available.first?.number == number)
      try await desk.save(Self.state)
      let delivered = try await travel.first { told -> [UInt8]? in
        if case .deliver(pick: pick, let state) = told.news { state } else { nil }
      }
      #expect(delivered == Self.state)
      travel.order(.continued(pick: pick))
      let device = try await desk.first { told -> String? in
        if case .wasContinued(app: "org.example.Notes", type: "org.example.edit", let device) =
          told.news
        {
          device
        } else {
          nil
        }
      }
      #expect(device == "Reise")
      desk.order(.update(app: "org.example.Notes", state: [1, 2, 3]))
      _ = try await travel.first { told in
        told.news == .updated(pick: pick, state: [1, 2, 3]) ? true : nil
      }
      // Another activity has a number of its own.
      desk.order(.withdraw(app: "org.example.Notes", state: nil))
      desk.order(.offer(PlayedMain.notes("Rezept")))
      try await travel.wait { travel.available.first?.activity.title == "Rezept" }
      #expect(travel.available.count == 1 && travel.available.first?.number != number)
      desk.order(.withdraw(app: "org.example.Notes", state: nil))
      try await travel.wait { travel.available.isEmpty }
      let gone = try await travel.ask(.accept(offer: number ?? 0))
      #expect(PlayedMain.message(gone) == "This can no longer be picked up.")
    }
  }

  @Test("A refusal, a save that is too slow and one that is too large each have their reason")
  func refusals() async throws {
    try await withPair { desk, travel in
      desk.order(.offer(PlayedMain.notes()))
      for (answer, refusal) in [
        (.failure(.failed), .failed), (.failure(.tooLarge), .tooLarge),
        (.success(Self.state + [1]), .tooLarge), (.success([]), .failed), (nil, .timedOut),
      ] as [(Result<[UInt8], RefusalError>?, FresnelHandoff.Refusal)] {
        let count = desk.told.count
        let pick = try await travel.pick()
        switch answer {
        case .success(let state)?: try await desk.save(state, after: count)
        case .failure(let error)?:
          let number = try await desk.first(after: count) { told -> UInt64? in
            if case .save(let number, _, _) = told.news { number } else { nil }
          }
          desk.order(.notSaved(number, error.refusal, reason: "No."))
        case nil: break
        }
        #expect(try await Self.failure(pick, of: travel) == refusal)
      }
    }
  }

  private enum RefusalError: Error {
    case failed, tooLarge
    var refusal: FresnelHandoff.Refusal { self == .failed ? .failed : .tooLarge }
  }

  @Test("A device that goes in the middle of a pick fails it, and its offers go")
  func lost() async throws {
    try await withPair { desk, travel in
      desk.order(.offer(PlayedMain.notes()))
      let pick = try await travel.pick()
      _ = try await desk.first { if case .save = $0.news { true } else { nil } }
      try await desk.stop()
      #expect(try await Self.failure(pick, of: travel) == .connectionUnavailable)
      try await travel.wait { travel.available.isEmpty }
    }
  }

  @Test("While the session is locked nothing is picked up here")
  func locked() async throws {
    try await withPair { desk, travel in
      desk.order(.offer(PlayedMain.notes()))
      try await travel.wait { !travel.available.isEmpty }
      let offer = try #require(travel.available.first)
      travel.order(.setLocked(true))
      let refused = try await travel.ask(.accept(offer: offer.number))
      #expect(PlayedMain.message(refused)?.contains("locked") == true)
      travel.order(.setLocked(false))
      let pick = try await travel.pick()
      try await desk.save([1])
      _ = try await travel.first { $0.news == .deliver(pick: pick, state: [1]) ? true : nil }
    }
  }

  @Test("A main that begins anew is asked again for what it had not saved")
  func resumingSaves() async throws {
    try await withPair { desk, travel in
      desk.order(.offer(PlayedMain.notes()))
      let pick = try await travel.pick()
      _ = try await desk.first { if case .save = $0.news { true } else { nil } }
      let count = desk.told.count
      desk.order(.resume)
      try await desk.save([1], after: count)
      _ = try await travel.first { $0.news == .deliver(pick: pick, state: [1]) ? true : nil }
      // Once it is saved, nobody asks again.
      let later = desk.told.count
      desk.order(.resume)
      _ = try await desk.ask(.devices)
      #expect(
        !desk.told.dropFirst(later).contains { if case .save = $0.news { true } else { false } })
    }
  }

  @Test("A main that begins anew is told what is available, and nothing of what it asked before")
  func resuming() async throws {
    try await withPair { desk, travel in
      desk.order(.offer(PlayedMain.notes()))
      let pick = try await travel.pick()
      let (code, _) = try await travel.showCode()
      let waiting = travel.begin(.awaitPairing)
      #expect(code.count == 6)
      let count = travel.told.count
      travel.order(.resume)
      let available = try await travel.first(after: count) { told -> [AvailableActivity]? in
        if case .available(let activities) = told.news { activities } else { nil }
      }
      #expect(available.map(\.activity.title) == ["Einkauf"])
      try await desk.save([1])
      // What is asked later is answered later.
      let saves = desk.told.count
      let again = try await travel.pick()
      try await desk.save([2], after: saves)
      _ = try await travel.first { $0.news == .deliver(pick: again, state: [2]) ? true : nil }
      #expect(
        !travel.told.dropFirst(count).contains { told in
          if case .deliver(pick: pick, _) = told.news { return true }
          if case .answer(waiting, _) = told.news { return true }
          return false
        })
    }
  }
}
