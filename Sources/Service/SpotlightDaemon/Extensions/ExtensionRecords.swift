package import FresnelApps
internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// What a restart of the daemon has to know of extensions: which of them back off, and when apps were last
/// asked for what is new. Names of apps, numbers and reasons; nothing of what apps index.
///
/// Kept in one small file, which is replaced whole. One that is missing or damaged counts as empty: then an
/// extension that crashes is started once too often. One that can't be read now is not written over; what is noted
/// meanwhile is added when it can be read. Methods may be called on any thread; the file is written behind them.
package final class ExtensionRecords: Sendable {
  private struct Contents {
    /// By app and point.
    var backOffs: [String: [String: ExtensionBackOff]] = [:]
    /// By app; seconds since 1970.
    var refreshes: [String: Int64] = [:]
  }

  private struct State {
    var contents = Contents()
    /// What was changed since, in order, while the file could not be read; `nil` once it was.
    var unread: [@Sendable (inout Contents) -> Void]? = []
  }

  private let path: String
  private let state = Mutex(State())
  private let writing = DispatchQueue(label: "org.fresnel.extension-records", qos: .utility)

  /// The longest file that is read, in bytes.
  private static let maximumByteCount = 4 << 20

  /// Reads the file.
  ///
  /// - Parameter path: Where it is or will be; its directory exists.
  package init(path: String) {
    self.path = path
    state.withLock { readIfNeeded(&$0) }
  }

  /// What is known of an extension's failures; `nil` when it has not failed.
  package func backOff(of app: AppIdentity, _ point: ExtensionPoint) -> ExtensionBackOff? {
    known { $0.backOffs[app.identifier]?[point.rawValue] }
  }

  /// Notes an extension's failures; `nil` when they are forgiven.
  package func setBackOff(
    _ backOff: ExtensionBackOff?, of app: AppIdentity, _ point: ExtensionPoint
  ) {
    change { contents in
      contents.backOffs[app.identifier, default: [:]][point.rawValue] = backOff
      if contents.backOffs[app.identifier]?.isEmpty == true {
        contents.backOffs[app.identifier] = nil
      }
    }
  }

  /// When an app was last asked for what is new, in seconds since 1970.
  package func lastRefresh(of app: AppIdentity) -> Int64? {
    known { $0.refreshes[app.identifier] }
  }

  /// Notes when an app was last asked for what is new.
  package func setLastRefresh(_ moment: Int64, of app: AppIdentity) {
    change { $0.refreshes[app.identifier] = moment }
  }

  /// Forgets an app, which was removed.
  package func remove(_ app: AppIdentity) {
    change { contents in
      contents.backOffs[app.identifier] = nil
      contents.refreshes[app.identifier] = nil
    }
  }

  /// Waits until the file says what was noted.
  package func finish() {
    writing.sync {}
  }

  private func known<Value: Sendable>(_ body: (Contents) -> Value) -> Value {
    state.withLock { state in
      readIfNeeded(&state)
      return body(state.contents)
    }
  }

  private func change(_ body: @escaping @Sendable (inout Contents) -> Void) {
    state.withLock { state in
      body(&state.contents)
      state.unread?.append(body)
    }
    writeLater()
  }

  /// Writes what is known, unless the file can't be read now.
  private func writeLater() {
    writing.async { [self] in
      let contents = state.withLock { state in
        readIfNeeded(&state)
        return state.unread == nil ? state.contents : nil
      }
      guard let contents else { return }
      let text = Self.json(of: contents).text(indented: true)
      // A full disk costs what is said above, no more.
      try? FileSystem.write(Array(text.utf8), to: path)
    }
  }

  /// Reads the file, until that was done once; what was changed meanwhile is changed in what it says.
  private func readIfNeeded(_ state: inout State) {
    guard let changes = state.unread, var contents = Self.read(path) else { return }
    for change in changes { change(&contents) }
    (state.contents, state.unread) = (contents, nil)
    // Nothing may change any more that would have it written.
    if !changes.isEmpty { writeLater() }
  }

  // MARK: - The file

  private static func json(of contents: Contents) -> JSONValue {
    let names = Set(contents.backOffs.keys).union(contents.refreshes.keys).sorted()
    return .object(
      names.map { name in
        var members: [JSONMember] = []
        if let moment = contents.refreshes[name] {
          members.append(JSONMember("refreshed", .integer(moment)))
        }
        let failures = (contents.backOffs[name] ?? [:]).sorted { $0.key < $1.key }
        if !failures.isEmpty {
          members.append(
            JSONMember(
              "failures",
              .object(
                failures.map { point, backOff in
                  JSONMember(
                    point,
                    .object([
                      JSONMember("count", .integer(Int64(backOff.failureCount))),
                      JSONMember("notBefore", .integer(backOff.notBefore)),
                      JSONMember("reason", .string(backOff.reason)),
                    ]))
                })))
        }
        return JSONMember(name, .object(members))
      })
  }

  /// What the file says; `nil` when it can't be read now.
  private static func read(_ path: String) -> Contents? {
    var contents = Contents()
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.regularFile(path, maximumByteCount: maximumByteCount).bytes
    } catch {
      return error.code == .notFound || error.code == .fileTooLarge ? contents : nil
    }
    guard case .object(let apps)? = try? JSONValue.parse(bytes) else { return contents }
    for app in apps {
      guard case .object(let members) = app.value else { continue }
      for member in members {
        switch (member.name, member.value) {
        case ("refreshed", .integer(let moment)):
          // What was kept may be anything. One that is yet to come is passed over where it is used.
          contents.refreshes[app.name] = max(0, moment)
        case ("failures", .object(let points)):
          for point in points {
            contents.backOffs[app.name, default: [:]][point.name] = backOff(point.value)
          }
        default: break
        }
      }
    }
    return contents
  }

  private static func backOff(_ value: JSONValue) -> ExtensionBackOff? {
    guard case .object(let members) = value else { return nil }
    var (count, notBefore, reason): (Int64?, Int64?, String) = (nil, nil, "")
    for member in members {
      switch (member.name, member.value) {
      case ("count", .integer(let number)): count = number
      case ("notBefore", .integer(let number)): notBefore = number
      case ("reason", .string(let text)): reason = text
      default: break
      }
    }
    guard let count, let notBefore, count > 0 else { return nil }
    return ExtensionBackOff(
      failureCount: Int(clamping: count), notBefore: notBefore, reason: reason)
  }
}
