package import SpotlightWire
internal import Synchronization

extension IndexHandle {
  /// Has the service ask somebody about the index.
  ///
  /// Of several, the one that was added last is asked.
  ///
  /// - Parameters:
  ///   - target: Who answers; kept until it is removed.
  ///   - methods: What it answers.
  package func add(_ target: any CallbackTarget, answering methods: DelegateMethods) {
    settings.withLock { settings in
      settings.targets.removeAll { $0 === target }
      settings.targets.append(target)
      settings.methods = methods
    }
    send(.setDelegate(methods)) { _, _ in }
  }

  /// Has the service ask somebody no more. When nobody is left in this process, it asks the app's
  /// extension.
  package func remove(_ target: any CallbackTarget) {
    let isLast = settings.withLock { settings in
      let count = settings.targets.count
      settings.targets.removeAll { $0 === target }
      guard settings.targets.isEmpty, count > 0 else { return false }
      settings.methods = []
      return true
    }
    if isLast { send(.setDelegate([])) { _, _ in } }
  }

  /// Who answers requests about the index; `nil` when nobody does.
  var target: (any CallbackTarget)? {
    settings.withLock { $0.targets.last }
  }
}
