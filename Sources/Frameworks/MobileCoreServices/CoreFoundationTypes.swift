public import Foundation

// Core Foundation's types are not public on Linux. These names stand in for them where app code writes
// them next to the functions of this module: `name as CFString`, `as [String]`, `as NSArray`.

/// Text, where Core Foundation's string type is meant.
public typealias CFString = String
/// A list of values, where Core Foundation's array type is meant.
public typealias CFArray = [Any]
/// Values by key, where Core Foundation's dictionary type is meant.
public typealias CFDictionary = [AnyHashable: Any]
/// A URL, where Core Foundation's URL type is meant.
public typealias CFURL = URL

/// The result of a function that creates or copies, in the form in which Swift sees such results on
/// Apple platforms: the caller takes the value out.
///
/// Swift's own `Unmanaged` holds objects only, and the values here are not objects; there is nothing to
/// retain or release, so both ways of taking the value are the same.
public struct UnmanagedValue<Value> {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// The value of a result whose function's name says create or copy.
  public func takeRetainedValue() -> Value { value }

  /// The value of a result that the caller does not own.
  public func takeUnretainedValue() -> Value { value }
}

extension UnmanagedValue: Sendable where Value: Sendable {}
