internal import FresnelBus
internal import FresnelModel
internal import SpotlightWire

extension BusValue {
  /// An activity as the action `fresnel-continue-activity` gets it, a dictionary: `type`, and as far as there
  /// are any `title`, `webpage-url`, `target-content-identifier` and `user-info`.
  init(_ activity: WireActivity) {
    var entries: [BusValue] = []
    func add(_ key: String, _ value: BusValue?) {
      if let value { entries.append(.entry(.string(key), .variant(value))) }
    }
    add("type", .string(activity.type))
    add("title", activity.title.map(BusValue.string))
    add("webpage-url", activity.webpage.map(BusValue.string))
    add("target-content-identifier", activity.targetContentIdentifier.map(BusValue.string))
    if !activity.userInfo.entries.isEmpty { add("user-info", BusValue(activity.userInfo)) }
    self = .array(element: "{sv}", entries)
  }

  /// What an activity carries under keys that are texts, and what the bus knows: nothing stands for null.
  private init(_ dictionary: ActivityDictionary) {
    self = .array(
      element: "{sv}",
      dictionary.entries.compactMap { entry in
        guard case .text(let key) = entry.key, let value = BusValue(entry.value) else {
          return nil
        }
        return .entry(.string(key), .variant(value))
      })
  }

  private init?(_ value: ActivityValue) {
    switch value {
    case .null: return nil
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int64(value)
    case .unsigned(let value): self = .uint64(value)
    case .double(let value): self = .double(value)
    case .date(let value): self = .double(value.secondsSinceReferenceDate)
    case .text(let value), .url(let value): self = .string(value)
    case .data(let value): self = .bytes(value)
    case .array(let values), .set(let values):
      self = .array(element: "v", values.compactMap { BusValue($0).map { .variant($0) } })
    case .dictionary(let value): self = BusValue(value)
    }
  }
}
