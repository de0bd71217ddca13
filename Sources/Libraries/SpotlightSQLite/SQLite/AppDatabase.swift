package import FresnelDatabase

/// A connection to a database file, for one thread at a time.
package typealias AppDatabase = Database<SpotlightDatabaseError>

/// A prepared statement.
package typealias AppStatement = Statement<SpotlightDatabaseError>

extension SpotlightDatabaseError: DatabaseFailure {
  package init(_ fault: DatabaseFault, _ message: String) {
    switch fault {
    case .open: self.init(.open as Code, message)
    case .busy: self.init(.busy as Code, message)
    case .schema: self.init(.schema as Code, message)
    case .corrupt: self.init(.corrupt as Code, message)
    case .storage: self.init(.storage as Code, message)
    }
  }
}
