public import FresnelModel

/// The smallest part of an attribute's value: what comparisons compare.
enum ElementValue {
  case text(String)
  /// A number, or a truth value as 1 or 0.
  case number(Quantity)
  case date(Timestamp)
}

extension AttributeTarget {
  /// Whether a closure accepts an element of the target; it is asked until it does.
  ///
  /// The closure receives the element, and where it lies in its attribute's value.
  func anyElement(
    of source: some AttributeSource, _ isAccepted: (ElementValue, ElementPath) -> Bool
  ) -> Bool {
    switch self {
    case .metadata, .metadataAndText:
      var found = false
      source.forEachAttribute(where: covers) { key, value in
        found = anyElement(of: value, at: key, isAccepted)
        return !found
      }
      return found
    case .builtIn(let id):
      guard let value = source.value(for: .builtIn(id)) else { return false }
      return anyElement(of: value, at: .builtIn(id), isAccepted)
    case .custom(let name):
      guard let (key, value) = source.customAttribute(named: name) else { return false }
      return anyElement(of: value, at: .custom(key), isAccepted)
    case .uniqueIdentifier:
      return isAccepted(
        .text(source.uniqueIdentifier), ElementPath(attribute: "uniqueIdentifier", steps: []))
    case .domainIdentifier:
      if let domain = source.domainIdentifier {
        return isAccepted(.text(domain), ElementPath(attribute: "domainIdentifier", steps: []))
      }
      return AttributeTarget.builtIn(.domainIdentifier).anyElement(of: source, isAccepted)
    case .expirationDate:
      guard let date = source.expiration else { return false }
      return isAccepted(.date(date), ElementPath(attribute: "expirationDate", steps: []))
    }
  }

  private func anyElement(
    of value: AttributeValue, at key: AttributeKey,
    _ isAccepted: (ElementValue, ElementPath) -> Bool
  ) -> Bool {
    value.shown(under: key).anyElement(
      at: ElementPath(attribute: key.queryName, steps: []), isAccepted)
  }
}

extension AttributeValue {
  /// The value as comparisons see it: under `htmlContentData`, the one attribute whose bytes are
  /// text, what a browser would show of data and strings, those inside collections too.
  fileprivate func shown(under key: AttributeKey) -> AttributeValue {
    key == .builtIn(.htmlContentData) ? visibleHTML : self
  }

  private var visibleHTML: AttributeValue {
    switch self {
    case .data(let bytes): .string(visibleText(ofHTML: bytes))
    case .string(let text): .string(visibleText(ofHTML: Array(text.utf8)))
    case .array(let values): .array(values.map(\.visibleHTML))
    case .dictionary(let values): .dictionary(values.mapValues(\.visibleHTML))
    default: self
    }
  }

  /// Calls a closure with each text that comparisons with text look at, in order.
  public func forEachElementText(under key: AttributeKey, _ body: (String) -> Void) {
    _ = shown(under: key).anyElement(at: ElementPath(attribute: "", steps: [])) { element, _ in
      if case .text(let text) = element { body(text) }
      return false
    }
  }
}

extension AttributeKey {
  /// The name that queries call the attribute by.
  var queryName: String {
    switch self {
    case .builtIn(let id):
      AttributeTable.definition(for: id)?.swiftName ?? "attribute \(id.rawValue)"
    case .custom(let key): key.name
    }
  }
}

extension AttributeValue {
  /// Whether a closure accepts an element of the value; dictionaries are gone through by key.
  fileprivate func anyElement(
    at path: ElementPath, _ isAccepted: (ElementValue, ElementPath) -> Bool
  ) -> Bool {
    func at(_ step: ElementPath.Step) -> ElementPath {
      ElementPath(attribute: path.attribute, steps: path.steps + [step])
    }
    switch self {
    case .string(let text), .url(let text): return isAccepted(.text(text), path)
    case .integer(let integer): return isAccepted(.number(.integer(integer)), path)
    case .double(let double): return isAccepted(.number(.double(double)), path)
    case .boolean(let boolean): return isAccepted(.number(.integer(boolean ? 1 : 0)), path)
    case .date(let date): return isAccepted(.date(date), path)
    case .localizedString(let texts):
      return texts.sorted { $0.key < $1.key }.contains { language, text in
        isAccepted(.text(text), at(.key(language)))
      }
    case .person(let person):
      if let name = person.displayName, isAccepted(.text(name), at(.displayName)) { return true }
      return person.handles.enumerated().contains { index, handle in
        isAccepted(.text(handle), at(.handle(index)))
      }
    case .array(let values):
      return values.enumerated().contains { index, value in
        value.anyElement(at: at(.index(index)), isAccepted)
      }
    case .dictionary(let values):
      return values.sorted { $0.key < $1.key }.contains { key, value in
        value.anyElement(at: at(.key(key)), isAccepted)
      }
    case .data, .null: return false
    }
  }
}
