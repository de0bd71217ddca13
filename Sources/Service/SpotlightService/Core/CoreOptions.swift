internal import Dispatch
package import FresnelModel
package import FresnelStorage
internal import FresnelEngine
internal import FresnelPlatform
package import SpotlightWire

/// What a ``ServiceCore`` serves, and what it works with.
package struct CoreOptions: Sendable {
  /// A store, and the protection classes whose items it holds.
  package struct ClassDirectory: Sendable {
    /// Where the key of a store comes from.
    package enum Key: Sendable {
      /// The store is plain.
      case none
      /// The store is encrypted with this key.
      case given(EncryptionKey)
      /// The key comes later, or the news that it does not, by ``ServiceCore/provideKey(_:for:)``. Requests
      /// wait until then.
      case awaited
    }

    /// The classes whose items are here; none of them is in another directory.
    package var classes: Set<ProtectionClass>
    /// The directory of the store.
    package var store: String
    /// The directory of the metadata log; `nil` keeps in memory what it would hold.
    package var metadataLog: String?
    /// The key of both.
    package var key: Key
    /// Sees to it that the disk has what opens the key, and tells whether it had to be written again; `nil` where
    /// there is no such thing. While it throws, no change is acknowledged.
    package var keepKey: (@Sendable () throws(ServiceError) -> Bool)?

    /// Puts the parts together.
    package init(
      classes: Set<ProtectionClass>, store: String, metadataLog: String? = nil, key: Key = .none
    ) {
      self.classes = classes
      self.store = store
      self.metadataLog = metadataLog
      self.key = key
    }
  }

  /// The stores. An index whose class nobody names goes to the one that holds ``defaultClass``, and its
  /// metadata log remembers which index has which class.
  package var directories: [ClassDirectory]
  /// The class of an index for which none was named.
  package var defaultClass = ProtectionClass.firstUnlock
  /// Whether an index of a class that has no store here is served elsewhere, as ``ServiceHost`` says;
  /// otherwise it is kept in the default class's store.
  package var leadsElsewhere = false
  /// The stores that apps keep themselves, whose items a search of the system shows too; `nil` for none. Asked
  /// at most once a minute, while somebody searches.
  package var embeddedStores: (@Sendable () -> EmbeddedStoreListing)?
  /// Names the program that writes to the stores, which is noted in each (``SpotlightWire/StorePrograms``) before it
  /// may write; it gives `nil` for one that cannot be named. Without it nothing is noted: the stores are the daemon's
  /// own.
  package var noteProgram: (@Sendable () -> String?)?
  /// The file that tells how far each store had come; `nil` for none: a store that was set back is not
  /// noticed then.
  package var positionsPath: String?
  /// What tells this machine from others, such as the content of `/etc/machine-id`: stores that were copied
  /// from another one are noticed.
  package var machineIdentifier = ""
  /// The most indexes of an app that are remembered.
  package var indexesPerApp = 1024
  /// The file system of the stores, metadata logs and positions.
  package var storage: any Storage
  /// The time of day, by which items expire.
  package var clock: @Sendable () -> Timestamp
  /// Nanoseconds of a clock that only goes forward.
  package var monotonicClock: @Sendable () -> UInt64
  /// Tells how busy the machine is, so that indexing yields to it; `nil` slows nothing down. Asked at most
  /// once a second, while batches come.
  package var intakeReadings: (@Sendable () -> IntakeReadings)?
  /// How long a query may keep a thread busy without finding enough to send, in seconds; `nil` for as long as
  /// it needs.
  package var queryBudget: Double?

  /// How long a search of what is typed waits until what the person chose was read, as after a start.
  var choicePatience: DispatchTimeInterval = .milliseconds(100)
  /// How long the hits of what is typed wait for the filters that are offered with them.
  var offerBudget = OfferBudget()

  /// Does something after so many nanoseconds, on any thread.
  package var later: @Sendable (UInt64, @escaping @Sendable () -> Void) -> Void = { delay, body in
    DispatchQueue(label: "fresnel.later", qos: .utility).asyncAfter(
      deadline: .now() + .nanoseconds(Int(clamping: delay)), execute: body)
  }

  /// Does something when so many seconds of the time of day have passed, also of such in which the machine
  /// sleeps, on any thread; what it returns calls that off.
  package typealias AlarmSetting =
    @Sendable (_ seconds: Double, _ body: @escaping @Sendable () -> Void)
    -> @Sendable () -> Void

  /// Sets an alarm.
  package var setAlarm: AlarmSetting = { seconds, body in
    let timer = WallTimer(after: seconds, body)
    return { timer.cancel() }
  }

  /// Sets the alarm for what is to leave a disk because it has expired.
  package var setExpiryAlarm: AlarmSetting = { seconds, body in
    let timer = WallTimer(after: seconds, body)
    return { timer.cancel() }
  }

  /// Makes options.
  package init(
    directories: [ClassDirectory], storage: any Storage = FileStorage(),
    clock: @escaping @Sendable () -> Timestamp = {
      Timestamp(secondsSince1970: WallClock.secondsSince1970)
    },
    monotonicClock: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
  ) {
    self.directories = directories
    self.storage = storage
    self.clock = clock
    self.monotonicClock = monotonicClock
  }

  /// What a core inside an app's own process serves: one plain store for all classes.
  package static func embedded(at directory: String) -> CoreOptions {
    var options = CoreOptions(directories: [
      ClassDirectory(classes: Set(ProtectionClass.allCases), store: directory)
    ])
    options.noteProgram = { StorePrograms.current }
    return options
  }
}
