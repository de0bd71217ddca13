import FresnelModel
import SpotlightWire
import Synchronization

let mail = AppIdentity(identifier: "com.example.mail")
let notes = AppIdentity(identifier: "com.example.notes")

func item(_ identifier: String, title: String = "", domain: String? = nil) -> Item {
  var attributes = Attributes()
  attributes[.title] = .string(title.isEmpty ? identifier : title)
  return Item(uniqueIdentifier: identifier, domainIdentifier: domain, attributes: attributes)
}

/// Collects values from any thread.
final class Log<Value: Sendable>: Sendable {
  private let collected = Mutex<[Value]>([])

  var values: [Value] { collected.withLock { $0 } }

  func append(_ value: Value) {
    collected.withLock { $0.append(value) }
  }
}
