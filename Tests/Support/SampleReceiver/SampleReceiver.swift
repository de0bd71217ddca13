import FresnelBus
import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// An app that writes down what is opened in it.
struct SampleReceiver: Sendable {
  /// Who it says it is.
  let app: String

  /// Writes a line down.
  func note(_ line: String) throws {
    let path = BaseDirectories.current.data + "/received"
    let before = FileSystem.exists(path) ? try FileSystem.contents(of: path) : []
    try FileSystem.write(before + Array((line + "\n").utf8), to: path)
  }

  /// Connects to the daemon.
  func connect() throws -> RawClient {
    let client = try RawClient(path: (BaseDirectories.current.runtime ?? "") + "/fresnel/daemon")
    try client.shakeHands(claiming: app, program: "sample-receiver 1")
    return client
  }

  /// Takes what is opened, until the daemon goes.
  func receive(answering isTaken: Bool) throws {
    let client = try connect()
    _ = try client.ask(.receive(ReceiveActivities(kinds: .all)))
    while true {
      let envelope = try client.receive()
      switch envelope.message {
      case .continueActivity(let request):
        try note(Self.line(request))
        try client.send(Envelope(.continued(isTaken), request: envelope.request))
        guard isTaken else { continue }
        try client.send(
          Envelope(.restored(Restored(delivery: request.delivery, sign: .window))))
      case .openURLs(let request):
        try note("urls \(request.urls.joined(separator: " "))")
        try client.send(Envelope(.continued(isTaken), request: envelope.request))
      default: break
      }
    }
  }

  private static func line(_ request: ContinueActivity) -> String {
    let value = request.activity.userInfo["kCSSearchableItemActivityIdentifier"]
    var name: String? = if case .text(let text) = value { text } else { nil }
    if case .text(let action) = request.activity.userInfo["kCSActionIdentifier"] {
      name = "\(name ?? "-"):\(action)"
    }
    return "activity \(request.activity.type) \(name ?? "-") \(request.activationToken ?? "-")"
  }

  /// Takes the app's name on the bus, and what is opened when it is called.
  func serveBus() throws {
    let loop = try EventLoop()
    let bus = try BusConnection.open(.session, on: loop)
    let path = "/" + app.split(separator: ".").joined(separator: "/")
    try bus.serve(
      BusObject(path, "org.freedesktop.Application") { member, values in
        let urls = member == "Open" ? values.first?.elements?.compactMap(\.text) ?? [] : []
        let token = values.last?["activation-token"]?.text ?? "-"
        try? note((["call", member] + urls + [token]).joined(separator: " "))
        guard member == "Activate" else { return .success([]) }
        _ = DetachedThread.start {
          try? receive(answering: true)
          CurrentProcess.exit(0)
        }
        return .success([])
      })
    bus.requestName(app) { _ in }
    try loop.run()
  }
}
