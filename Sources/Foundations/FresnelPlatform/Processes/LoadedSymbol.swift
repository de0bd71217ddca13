#if canImport(Glibc)
  import Glibc
#endif

/// C functions of libraries that a program has loaded, by name, without being linked to them.
package enum LoadedSymbol {
  /// The address of a function or variable in the program or in one of its libraries; `nil` when none of them
  /// has it.
  package static func address(of name: String) -> UnsafeMutableRawPointer? {
    // A null handle searches as the linker would (RTLD_DEFAULT).
    dlsym(nil, name)
  }
}
