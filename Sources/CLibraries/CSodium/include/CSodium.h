#pragma once

#include <stddef.h>
#include <stdint.h>

/// Prepares libsodium; may be called often and from any thread. Returns 0, or -1 when it can't be
/// used.
int fresnel_sodium_prepare(void);

/// Encrypts bytes in place with XChaCha20-Poly1305 and writes the 16-byte tag.
///
/// The nonce has 24 bytes and is used once with a key of 32 bytes. The additional data are
/// authenticated and not encrypted.
void fresnel_sodium_seal(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, void *tag);

/// Decrypts bytes in place. Returns 0, or -1 when they, the additional data, the nonce, the key or
/// the tag are not what they were; the bytes are without meaning then.
int fresnel_sodium_open(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, const void *tag);

/// Writes the 32 bytes of the unkeyed BLAKE2b-256 hash of some bytes.
void fresnel_sodium_hash(const void *bytes, size_t count, void *hash);

/// Overwrites bytes with zeros, even if nothing reads them afterwards.
void fresnel_sodium_zero(void *bytes, size_t count);
