#pragma once

/// Prepares libsodium; may be called often and from any thread. Returns 0, or -1 when it can't be
/// used.
int fresnel_sodium_prepare(void);
