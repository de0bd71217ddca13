package import FresnelModel

extension GroupedHit {
  /// Reads what a hit carries of sources, keys and signals; a plain one stands for its item alone.
  package init(carriedBy hit: WireHit) {
    self.init(
      hit: hit, sources: [ResultSource(ofItem: hit.item.uniqueIdentifier, in: hit.scope)],
      keys: [.item(in: hit.scope, identifier: hit.item.uniqueIdentifier)])
    if case .data(let bytes) = try? hit.item.decodedValue(for: .builtIn(.entityOrigin)),
      let origin = try? EntityOrigin(encoded: bytes)
    {
      sources = origin.sources
      keys = origin.keys
    }
    if case .data(let bytes) = try? hit.item.decodedValue(for: .builtIn(.entitySignals)),
      let signals = try? EntitySignals(encoded: bytes)
    {
      self.signals = signals
    }
  }

  /// The hit, which carries sources, keys and signals where they are more than it shows itself. What its item had
  /// of attributes that only the service sets is replaced.
  package var carrying: WireHit {
    var carrier = hit
    var added = signals.added
    let own = ResultSource(ofItem: hit.item.uniqueIdentifier, in: hit.scope)
    let key = EntityKey.item(in: hit.scope, identifier: hit.item.uniqueIdentifier)
    if sources != [own] || keys != [key] {
      added[.entityOrigin] = .data(EntityOrigin(sources: sources, keys: keys).encoded)
    }
    carrier.item = hit.item.replacingServiceAttributes(by: added)
    return carrier
  }
}

extension EntitySignals {
  /// The attribute that carries them; none where there is nothing to tell.
  package var added: Attributes {
    var added = Attributes()
    if self != EntitySignals() { added[.entitySignals] = .data(encoded) }
    return added
  }
}

extension ResultSource {
  /// An item of an app, or a file that the command line has put there.
  package init(ofItem identifier: String, in scope: IndexScope) {
    self.init(
      app: scope.app, index: scope.index, identifier: identifier,
      kind: scope.app.hasPrefix("org.fresnel.") ? .file : .item)
  }
}

extension EncodedItem {
  /// The item with other attributes of those that only the service sets.
  ///
  /// - Returns: The item as it is, when it has none and gets none, and when it is damaged.
  /// - Complexity: O(*n*) in the number of attributes; where there is something to do, in the bytes, which are
  ///   copied.
  package func replacingServiceAttributes(by added: Attributes = Attributes()) -> EncodedItem {
    do throws(ModelError) {
      var item = self
      if try hasServiceAttributes() {
        var keys: [AttributeKey] = []
        try forEachEncodedAttribute { attribute throws(ModelError) in
          if case .builtIn(let id) = attribute.key, id.isOfService { return }
          keys.append(attribute.key)
        }
        item = try projection(of: keys)
      }
      guard !added.values.isEmpty else { return item }
      let update = Item(uniqueIdentifier: "", attributes: added, isUpdate: true)
      return try EncodedItem(
        opening: try item.merged(with: try EncodedItem(opening: try ItemCodec.encode(update))))
    } catch {
      return self
    }
  }
}
