internal import CSystemd

extension BusState {
  /// A call that came and was not handed to its object yet.
  ///
  /// Sendable, since its message is only touched by ``admit(_:from:with:)``, under the lock, once.
  struct ArrivedCall: @unchecked Sendable {
    private let message: OpaquePointer
    /// The token of the object's listener.
    let object: UInt64
    let member: String
    let path: String
    /// Who sent it, as the message says; to be believed on a bus only.
    let sender: String?

    /// Takes over a message.
    init(_ message: consuming BusMessage, of object: UInt64) {
      member = message.member
      path = message.path
      sender = message.sender
      self.object = object
      self.message = message.keep()
    }

    /// Hands over the message.
    fileprivate func open() -> OpaquePointer { message }
  }

  mutating func serve(_ object: BusObject) throws(BusError) {
    let bus = try open()
    _ = try add(.object(object), "serve \(object.path)") {
      fresnel_bus_serve(bus, object.path, object.interface, $0, $1)
    }
  }

  /// Serves an interface of an object no longer. What is returned has to be released when the lock is open.
  mutating func stopServing(_ path: String, _ interface: String) -> [Listener.Kind] {
    let tokens = listeners.compactMap { token, listener in
      if case .object(let object) = listener.kind, object.path == path,
        object.interface == interface
      {
        token
      } else {
        nil
      }
    }
    return tokens.compactMap { forget($0) }
  }

  /// Takes a call among the open ones, or answers it with the error that keeps it from its object.
  ///
  /// - Returns: The call's number and arguments. The number is 0 when the connection has ended: the call still has its
  ///   effect, but can't be answered.
  mutating func admit(
    _ call: ArrivedCall, from sender: String?, with arguments: BusReply
  ) -> (number: UInt64, arguments: [BusValue])? {
    let pointer = call.open()
    do throws(BusError) {
      let values = try arguments.get()
      guard bus != nil else {
        fresnel_bus_message_free(pointer)
        return (0, values)
      }
      // An earlier call of the same turn may have ended the object.
      guard listeners[call.object] != nil else { throw .unknownObject(call.path) }
      let number = try calls.add(
        OpenCalls.Call(object: call.object, sender: sender, path: call.path, message: pointer))
      return (number, values)
    } catch {
      send(.failure(error), to: BusMessage(adopting: pointer))
      return nil
    }
  }

  /// Answers an open call; does nothing when it was closed before. What is returned has to be released when the lock
  /// is open.
  mutating func answer(_ number: UInt64, with reply: BusReply) -> OpenCalls.Remains? {
    guard let (pointer, remains) = calls.remove(number) else { return nil }
    send(reply, to: BusMessage(adopting: pointer))
    return remains
  }

  /// Closes the calls of a sender that nobody can find on the bus. It is answered nevertheless, since the bus may have
  /// failed to tell for another reason.
  mutating func abandon(callsOf sender: String) -> [OpenCalls.Remains] {
    calls.numbers(of: sender).compactMap { answer($0, with: .failure(.noReply)) }
  }

  /// Replies to a call, unless its sender does not want to know.
  private func send(_ reply: BusReply, to call: consuming BusMessage) {
    guard let bus, call.wantsReply else { return }
    do throws(BusError) {
      let values = try reply.get()
      let answer = try BusMessage("reply") { fresnel_bus_new_reply(call.pointer, $0) }
      try answer.append(values)
      _ = fresnel_bus_send(bus, answer.pointer)
    } catch {
      let name = error.name ?? "org.freedesktop.DBus.Error.Failed"
      let answer = try? BusMessage("reply") {
        fresnel_bus_new_failure(call.pointer, name, error.message, $0)
      }
      if let answer { _ = fresnel_bus_send(bus, answer.pointer) }
    }
  }
}
