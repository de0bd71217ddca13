import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// The lockable classes of a daemon that is soaked.
extension SoakStage {
  /// The classes.
  static let lockable: [ProtectionClass] = [.completeUnlessOpen, .complete]

  /// Locks them, and checks that they are locked. Only this opens them, so they stay so.
  func lock() throws {
    for (name, state) in try states(after: "lock") {
      #expect(state == .string("locked"), "\(name), \(place)")
    }
    try checkLocked()
  }

  /// Opens them.
  func unlock() throws {
    for (name, state) in try states(after: "unlock") {
      #expect([.string("open"), .string("empty")].contains(state), "\(name), \(place)")
    }
  }

  private func states(after verb: String) throws -> [(String, JSONValue)] {
    guard case .object(let members) = try order(verb) else {
      Issue.record("\(verb) reports no classes, \(place)")
      return []
    }
    return members.map { ($0.name, $0.value) }
  }

  /// While they are locked, nobody is led to what they hold, nobody finds it, and no process serves it.
  func checkLocked() throws {
    for app in Self.apps {
      for protection in Self.lockable {
        try patiently {
          let client = try enter(claiming: app)
          guard
            case .locked = try client.openLockable(KnownItems.indexName(in: protection), protection)
          else {
            Issue.record("\(app) is led to \(protection), which is locked, \(place)")
            return
          }
          let found = try client.identifiers(matching: "title == \"*\(KnownItems.word)*\"")
          #expect(found == [], "\(app), \(place)")
        }
      }
    }
    try patiently {
      let tool = try enter(.tool, claiming: "org.fresnel")
      let search = SearchRequest(form: .typed, text: KnownItems.word, reach: .system, limit: 100)
      switch try tool.ask(.search(search)) {
      case .found(let results): #expect(results.hits == [], "\(place)")
      case .failed(let error): throw error
      case let other: throw RawClient.Failure.unexpected(other.kind)
      }
    }
    let process = try #require(daemon.processIdentifier)
    for member in try MemoryScan.family(of: process) {
      let words = (try? FileSystem.contents(of: "/proc/\(member)/cmdline")) ?? []
      #expect(!String(decoding: words, as: UTF8.self).contains("--worker"), "\(place)")
    }
  }

  /// No file holds in plain text what apps wrote to these classes, locked or not.
  func checkThatNothingIsPlain() throws {
    for directory in ["data", "state", "run"] {
      let found = try MemoryScan.texts(
        [KnownItems.word], inFilesBelow: daemon.directory + "/" + directory)
      #expect(found == [], "below \(directory), \(place)")
    }
  }

  /// While they are open and nobody writes, what was acknowledged is there, whether it was sealed or not, and
  /// nothing else is.
  func checkSecrets() throws {
    for app in Self.apps {
      for protection in Self.lockable {
        let (found, state) = try patiently {
          let client = try enter(claiming: app)
          let opened = try client.openLockable(KnownItems.indexName(in: protection), protection)
          guard case .open(let channel, let index) = opened else {
            throw ServiceError(.classLocked, "\(protection) is locked")
          }
          return (
            try channel.identifiers(matching: "title == \"*\""),
            try channel.clientState(of: index)
          )
        }
        let contradiction = testimony.contradiction(
          to: found, clientState: state, of: SoakSecret(app: app, protection: protection))
        #expect(contradiction == nil, "\(app) in \(protection), \(place)")
      }
    }
  }
}
