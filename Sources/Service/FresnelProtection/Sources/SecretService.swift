internal import CSodium
internal import Dispatch
internal import FresnelBus
internal import FresnelStorage
internal import Synchronization

/// Calls of the Secret Service API, draft 0.2 of freedesktop.org, each waiting for its reply.
///
/// The session is `plain`: encrypting the way between two processes of one person would hide a secret
/// only from someone who can ask for it as well.
struct SecretService {
  static let name = "org.freedesktop.secrets"
  private static let path = "/org/freedesktop/secrets"
  private static let interface = "org.freedesktop.Secret.Service"
  /// The service may have to be started first.
  private static let callTimeout = Duration.seconds(25)

  let bus: BusConnection
  /// How long the person may take to answer a prompt.
  let promptTimeout: Duration

  /// Whether the service runs or can be started. A bus that cannot be asked has none.
  func isInstalled() throws(ProtectionError) -> Bool {
    let owner = try? call(
      BusCall(
        to: Self.busName, Self.busPath, Self.busName, "NameHasOwner", [.string(Self.name)]))
    if owner?.first?.bool == true { return true }
    let names = try call(
      BusCall(to: Self.busName, Self.busPath, Self.busName, "ListActivatableNames"))
    return names.first?.elements?.contains { $0.text == Self.name } ?? false
  }

  /// Begins a session, and returns its path.
  func openSession() throws(ProtectionError) -> String {
    let reply = try call(method("OpenSession", [.string("plain"), .variant(.string(""))]))
    guard reply.count == 2, let path = reply[1].text else { throw Self.nonsense }
    return path
  }

  /// Finds the item of a secret, unlocked, and returns its path.
  func item(for purpose: SecretPurpose) throws(ProtectionError) -> String? {
    let found = try call(method("SearchItems", [Self.attributes(purpose)]))
    guard found.count == 2, let unlocked = found[0].elements, let locked = found[1].elements else {
      throw Self.nonsense
    }
    if let item = unlocked.first?.text { return item }
    guard let item = locked.first?.text else { return nil }
    try unlock(item)
    return item
  }

  /// Reads the secret of an item.
  func secret(
    of item: String, in session: String
  ) throws(ProtectionError) -> EncryptionKey {
    var get = method("GetSecrets", [Self.paths([item]), .objectPath(session)])
    get.isSensitive = true
    let reply = try call(get)
    // A dictionary from paths to (session, parameters, value, content type).
    guard case .entry(_, let secret)? = reply.first?.elements?.first,
      let fields = secret.elements, fields.count == 4, let value = fields[2].bytes
    else { throw Self.nonsense }
    defer { Self.wipe(value) }
    guard value.count == EncryptionKey.byteCount else {
      throw ProtectionError(
        .wrongSecret, "The secret in the Secret Service is none of ours, or was changed.")
    }
    return EncryptionKey(value.span.bytes)
  }

  /// Overwrites a secret where it lies, also for the message that shares the array's memory: a copy to
  /// write to would leave the secret itself.
  private static func wipe(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      // Whoever else holds the array is done with it: it was made for this exchange alone.
      fresnel_sodium_zero(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)
    }
  }

  /// Keeps a secret.
  func create(
    _ secret: EncryptionKey, for purpose: SecretPurpose, in session: String
  ) throws(ProtectionError) {
    let collection = try defaultCollection()
    try unlock(collection)
    let properties = BusValue.options([
      "org.freedesktop.Secret.Item.Label": .string(purpose.label),
      "org.freedesktop.Secret.Item.Attributes": Self.attributes(purpose),
    ])
    let bytes = secret.withBytes { [UInt8]($0) }
    defer { Self.wipe(bytes) }
    let value = BusValue.structure([
      .objectPath(session), .bytes([]), .bytes(bytes), .string("application/octet-stream"),
    ])
    let reply = try call(
      BusCall(
        to: Self.name, collection, "org.freedesktop.Secret.Collection", "CreateItem",
        [properties, value, .bool(true)], isSensitive: true))
    guard reply.count == 2, let prompt = reply[1].text else { throw Self.nonsense }
    _ = try answer(prompt)
  }

  /// Removes a secret, if it can be had without asking anybody.
  func remove(_ purpose: SecretPurpose) throws(ProtectionError) {
    let found = try call(method("SearchItems", [Self.attributes(purpose)]))
    guard let item = found.first?.elements?.first?.text else { return }
    _ = try call(BusCall(to: Self.name, item, "org.freedesktop.Secret.Item", "Delete"))
  }

  // MARK: - Steps

  /// The collection for new items, made where there is none.
  private func defaultCollection() throws(ProtectionError) -> String {
    let alias = try call(method("ReadAlias", [.string("default")]))
    guard let path = alias.first?.text else { throw Self.nonsense }
    if path != "/" { return path }
    let properties = BusValue.options([
      "org.freedesktop.Secret.Collection.Label": .string("Default keyring")
    ])
    let made = try call(method("CreateCollection", [properties, .string("default")]))
    guard made.count == 2, let path = made[0].text, let prompt = made[1].text else {
      throw Self.nonsense
    }
    if path != "/" { return path }
    guard let result = try answer(prompt)?.text else { throw Self.nonsense }
    return result
  }

  private func unlock(_ path: String) throws(ProtectionError) {
    let reply = try call(method("Unlock", [Self.paths([path])]))
    guard reply.count == 2, let prompt = reply[1].text else { throw Self.nonsense }
    _ = try answer(prompt)
  }

  /// Has the service ask the person, and waits for what comes of it; nothing to ask is `/`.
  private func answer(_ prompt: String) throws(ProtectionError) -> BusValue? {
    guard prompt != "/" else { return nil }
    let interface = "org.freedesktop.Secret.Prompt"
    let answered = DispatchSemaphore(value: 0)
    let answer = Mutex<[BusValue]?>(nil)
    let subscription: BusSubscription
    do throws(BusError) {
      subscription = try bus.subscribe(
        to: BusSignal(from: Self.name, prompt, interface, "Completed")
      ) { values in
        answer.withLock { $0 = $0 ?? values }
        answered.signal()
      }
    } catch {
      throw ProtectionError(error)
    }
    defer { withExtendedLifetime(subscription) {} }
    _ = try call(BusCall(to: Self.name, prompt, interface, "Prompt", [.string("")]))
    guard answered.wait(timeout: .now() + promptTimeout.inSeconds) == .success,
      let values = answer.withLock({ $0 })
    else {
      _ = try? call(BusCall(to: Self.name, prompt, interface, "Dismiss"))
      throw ProtectionError(.dismissed, "Nobody answered when asked to unlock the keyring.")
    }
    guard values.count == 2, let isDismissed = values[0].bool else { throw Self.nonsense }
    if isDismissed {
      throw ProtectionError(.dismissed, "The person did not unlock the keyring.")
    }
    return values[1].content
  }

  // MARK: - Messages

  private func call(_ call: BusCall) throws(ProtectionError) -> [BusValue] {
    do throws(BusError) {
      return try bus.callAndWait(call, timeout: Self.callTimeout)
    } catch {
      throw ProtectionError(error)
    }
  }

  private func method(_ member: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(to: Self.name, Self.path, Self.interface, member, arguments)
  }

  private static func paths(_ paths: [String]) -> BusValue {
    .array(element: "o", paths.map(BusValue.objectPath))
  }

  private static func attributes(_ purpose: SecretPurpose) -> BusValue {
    .array(
      element: "{ss}", purpose.attributes.map { .entry(.string($0.key), .string($0.value)) })
  }

  private static var nonsense: ProtectionError {
    ProtectionError(.system, "The Secret Service answered against its own rules.")
  }

  private static let busName = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
