internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

extension ServiceCore {
  /// Removes an app with all that is stored for it. Its connections are closed; what they sent before goes
  /// too, also what is not done yet.
  ///
  /// A crash half-way is made good when the stores are next opened.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - completion: Called once, on any thread: without an error when nothing of the app is left.
  package func removeApp(
    _ app: AppIdentity, completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    removals.note(app)
    // What is noted of it from here on is of the app that comes back.
    ownStores.forget(app)
    embeddedStores?.forget(app)
    for session in sessions.sessions(of: app.identifier) {
      session.close(Refusal(.notPermitted, "The app was removed."))
    }
    let tally = Tally(count: stores.count) { [self] error in
      quota.forget(app.identifier)
      if error == nil {
        host.log(LogEvent(.appRemoved, app: app, message: "The app's items were removed."))
      }
      completion(error)
    }
    for store in stores {
      store.perform { [self] in
        // Until it is durable the app's choices still seem to be there: nothing of them is to be written again.
        historyGate.close(app.identifier)
        Self.remove(app.identifier, from: store) { [self] error in
          historyGate.open(app.identifier)
          tally.finish(error)
        }
      }
    }
  }

  /// Removes an app from a store; called on its intake queue.
  static func remove(
    _ app: String, from store: ClassStore, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    do throws(ServiceError) {
      let opened = try store.openWriter()
      // Noted first, so that a crash from here on leaves nothing behind. What is known of the indexes goes
      // now: the app may come back and open others before they are dropped.
      try store.record(
        [MetadataEntry(table: .appRemovals, key: app, value: [])]
          + store.metadataLog.state.forgetting(app))
      opened.dropScopes({ $0.app == app }) { error in
        if let error { return done(ServiceError(error)) }
        store.history.forget(app)
        store.engagement.forget(app)
        store.perform {
          do throws(ServiceError) {
            try store.record([MetadataEntry(table: .appRemovals, key: app, value: nil)])
            done(nil)
          } catch {
            done(error)
          }
        }
      }
    } catch {
      done(error)
    }
  }
}
