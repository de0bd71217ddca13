#pragma once

#include <stddef.h>
#include <stdint.h>

// What Handoff needs of libsodium beyond `CSodium`, which has to be prepared first.

/// Returns 1 when two runs of bytes are the same, 0 when they differ; the time it takes does not tell where.
int fresnel_handoff_equal(const void *one, const void *other, size_t count);

/// Writes the 64 bytes of the SHA-512 hash of some bytes.
void fresnel_handoff_sha512(const void *bytes, size_t count, void *hash);

/// Writes a BLAKE2b hash of 16 to 64 bytes, keyed if there is a key of 16 to 64 bytes. Returns 0, or -1 when
/// a number is out of range.
int fresnel_handoff_blake2b(
    const void *bytes, size_t count, const void *key, size_t key_count, void *hash,
    size_t hash_count);

/// Maps 64 bytes of a hash to a point of ristretto255, of 32 bytes.
void fresnel_handoff_ristretto_point(const void *hash, void *point);

/// Writes a random scalar of ristretto255, of 32 bytes, that is not zero.
void fresnel_handoff_ristretto_scalar(void *scalar);

/// Multiplies a point of ristretto255 by a scalar. Returns 0, or -1 when the bytes are the encoding of no
/// point or the product is the identity.
int fresnel_handoff_ristretto_multiply(const void *scalar, const void *point, void *product);

/// Writes the 32 bytes that X25519 makes of a secret key and somebody's public key. Returns 0, or -1 when
/// they are all zero, as for a public key of small order.
int fresnel_handoff_x25519(const void *secret_key, const void *public_key, void *shared);

/// Encrypts bytes in place with ChaCha20-Poly1305 (RFC 8439) and writes the 16-byte tag.
///
/// The nonce has 12 bytes and is used once with a key of 32 bytes. The additional data are
/// authenticated and not encrypted.
void fresnel_handoff_seal(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, void *tag);

/// Decrypts bytes in place. Returns 0, or -1 when they, the additional data, the nonce, the key or
/// the tag are not what they were; the bytes are without meaning then.
int fresnel_handoff_open(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, const void *tag);
