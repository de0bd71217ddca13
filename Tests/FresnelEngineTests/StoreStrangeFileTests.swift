import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import Synchronization
import Testing

/// A pipe, a socket, a device or a directory in the place of a store's file.
@Suite("What is no ordinary file in the place of a store's file", .timeLimit(.minutes(30)))
struct StoreStrangeFileTests {
  enum Trap: CaseIterable { case pipe, socket, directory, endlessDevice }

  private static func run(_ command: String, _ arguments: String...) throws {
    #expect(try Command(command, arguments).run().isSuccess, "\(command) \(arguments)")
  }

  private static func set(_ trap: Trap, at path: String) throws {
    try FileSystem.removeFile(path)
    switch trap {
    case .pipe: try run("mkfifo", path)
    case .socket:
      // Under another name than that which the listener removes at its end.
      let listener = try SocketListener(path: path + "+")
      try FileSystem.rename(path + "+", to: path)
      _ = consume listener
    case .directory: try FileSystem.createDirectory(path)
    case .endlessDevice: try run("ln", "-s", "/dev/zero", path)
    }
  }

  /// Runs a body on a thread of its own. Should it hang, the wait ends all the same, and the test fails.
  private static func ended(_ body: @escaping @Sendable () -> String?) -> (Bool, String?) {
    let answer = Mutex<String?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue(label: "fresnel.test.trap").async {
      let said = body()
      answer.withLock { $0 = said }
      isOver.signal()
    }
    let hasEnded = isOver.wait(timeout: .now() + 240) == .success
    return (hasEnded, answer.withLock { $0 })
  }

  /// A store with a file of each sort.
  private static func fill(_ directory: String) async throws {
    let options = StoreOptions(mergesInBackground: false, flushByteCount: 1)
    let store = try Store.open(at: directory, options: options)
    try await store.put((0..<8).map { .init("\($0)", title: "Note \($0)", text: "words") })
    #expect(await store.apply(Batch(scope: .notes, operations: [.deleteIdentifiers(["7"])])) == nil)
    try await store.put([.init("8", title: "Mail")], into: .mail)
    #expect(await store.apply(Batch(scope: .notes, operations: [])) == nil)
    store.close()
  }

  @Test(
    "nothing waits for it: the store is refused in a sentence that names it",
    arguments: Trap.allCases)
  func traps(trap: Trap) async throws {
    try await FileSystem.withTemporaryDirectory { (temporary: String) async throws in
      let whole = temporary + "/whole"
      try await Self.fill(whole)
      let names = try FileSystem.entries(of: whole).filter {
        !FileSystem.isDirectory(whole + "/" + $0)
      }
      for sort in ["manifest", "journal-", "segment-", "live-", "lock"] {
        #expect(names.contains { $0.hasPrefix(sort) }, "\(names)")
      }
      // The reserve is not read, and what has its name is removed before it is made.
      for name in names where name != "reserve" {
        for mode in [Store.Mode.readOnly, .readWrite] {
          let directory = "\(temporary)/\(name)-\(mode)"
          try Self.run("cp", "-r", whole, directory)
          let path = directory + "/" + name
          try Self.set(trap, at: path)
          let (hasEnded, message) = Self.ended {
            do throws(StoreError) {
              let store = try Store.open(at: directory, mode: mode)
              let report = store.check()
              store.close()
              return report.isSound ? nil : report.faults.joined()
            } catch {
              return error.message
            }
          }
          #expect(hasEnded, "\(name), \(mode)")
          // Who only reads takes no lock.
          if name == "lock", mode == .readOnly { continue }
          #expect(
            message?.contains("\(path) is not an ordinary file") == true, "\(message ?? "sound")")
          // Nothing was put in its place.
          #expect(try FileSystem.status(of: path)?.kind != .regular, "\(name), \(mode)")
        }
      }
    }
  }

  @Test(
    "in the place of the room that is kept, it keeps nobody from opening, putting and deleting",
    arguments: Trap.allCases)
  func reserve(trap: Trap) async throws {
    try await FileSystem.withTemporaryDirectory { (temporary: String) async throws in
      let directory = temporary + "/store"
      try await Self.fill(directory)
      try Self.set(trap, at: directory + "/reserve")
      let batches = [
        Batch(
          scope: .notes, operations: [.put([try ItemCodec.encode(Item("new", title: "New"))])]),
        Batch(scope: .notes, operations: [.deleteIdentifiers(["1"])]),
      ]
      let (hasEnded, message) = Self.ended {
        do throws(StoreError) {
          let store = try Store.open(at: directory)
          let answers = DispatchGroup()
          let failures = Mutex<[String]>([])
          for batch in batches {
            answers.enter()
            store.submit(batch) { error in
              if let error { failures.withLock { $0.append(error.message) } }
              answers.leave()
            }
          }
          answers.wait()
          let isSound = store.check().isSound
          store.close()
          return failures.withLock(\.first) ?? (isSound ? nil : "It is damaged.")
        } catch {
          return error.message
        }
      }
      #expect(hasEnded && message == nil, "\(message ?? "it hangs")")
    }
  }

  @Test("a link in the place of the room that is kept has nothing written where it leads")
  func linkedReserve() async throws {
    try await FileSystem.withTemporaryDirectory { (temporary: String) async throws in
      let (directory, letter) = (temporary + "/store", temporary + "/letter")
      try await Self.fill(directory)
      let path = directory + "/reserve"
      for byteCount in [0, 300 << 10, 3 << 20] {
        let content = [UInt8](repeating: 7, count: byteCount)
        try FileSystem.write(content, to: letter)
        try FileSystem.removeFile(path)
        try Self.run("ln", "-s", letter, path)
        let store = try Store.open(at: directory)
        try await store.put([.init("new", title: "New")])
        #expect(await store.apply(Batch(scope: .notes, operations: [.deleteAll])) == nil)
        try store.compact()
        store.close()
        #expect(try FileSystem.contents(of: letter) == content)
        #expect(try FileSystem.status(of: path)?.byteCount == 256 << 10)
        #expect(!FileSystem.isSymbolicLink(path))
      }
    }
  }

  @Test("no file that is kept is written where a link leads")
  func links() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (path, letter) = (directory + "/file", directory + "/letter")
      try FileSystem.write([1, 2, 3], to: letter)
      try Self.run("ln", "-s", letter, path)
      for access in [StorageAccess.updating, .creating] {
        #expect {
          _ = try FileStorage().open(path, for: access)
        } throws: {
          ($0 as? StorageError)?.message == "\(path) is not an ordinary file."
        }
      }
      #expect(try FileStorage().open(path, for: .reading).byteCount() == 3)
      #expect(try FileSystem.contents(of: letter) == [1, 2, 3])
    }
  }

  @Test("no file that is kept is read from it or written to it", arguments: Trap.allCases)
  func files(trap: Trap) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/file"
      try FileSystem.write([1], to: path)
      try Self.set(trap, at: path)
      for access in [StorageAccess.reading, .updating, .creating] {
        let (hasEnded, message) = Self.ended {
          do throws(StorageError) {
            _ = try FileStorage().open(path, for: access)
            return nil
          } catch {
            return error.message
          }
        }
        #expect(hasEnded && message == "\(path) is not an ordinary file.", "\(message ?? "opened")")
      }
      let (hasEnded, message) = Self.ended {
        do throws(StorageError) {
          _ = try FileStorage().lock(path)
          return nil
        } catch {
          return error.message
        }
      }
      #expect(hasEnded && message == "\(path) is not an ordinary file.", "\(message ?? "locked")")
    }
  }
}
