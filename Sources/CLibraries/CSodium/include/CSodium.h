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

/// Memory for a secret, between pages that nobody can read, kept out of swap and of crash dumps as far as
/// the system lets it; NULL when there is none. To be freed with `fresnel_sodium_free`.
void *fresnel_sodium_allocate(size_t count);

/// Overwrites and frees memory from `fresnel_sodium_allocate`.
void fresnel_sodium_free(void *bytes);

/// Makes a random X25519 key pair: 32 bytes that everybody may know, and 32 that nobody else may.
void fresnel_sodium_box_key_pair(void *public_key, void *secret_key);

/// Computes the public key that belongs to a secret one.
void fresnel_sodium_box_public_key(const void *secret_key, void *public_key);

/// Encrypts bytes to a public key, so that only who has the secret one can read them (`crypto_box_seal`).
/// Writes 48 bytes more than there are. Returns 0, or -1 for a key that is none.
int fresnel_sodium_box_seal(
    const void *bytes, size_t count, const void *public_key, void *sealed);

/// Decrypts what was encrypted to a public key. Writes 48 bytes fewer than there are. Returns 0, or -1
/// when they were encrypted to another key or are not what they were.
int fresnel_sodium_box_open(
    const void *sealed, size_t count, const void *public_key, const void *secret_key, void *bytes);

/// Makes 32 bytes of a passphrase with Argon2id: a salt of 16 bytes, so many passes over so much memory.
/// Returns 0, or -1 when there is not so much memory or the numbers are out of range.
int fresnel_sodium_derive_key(
    const void *passphrase, size_t count, const void *salt, uint64_t passes, size_t memory_byte_count,
    void *key);
