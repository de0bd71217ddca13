#include "CHandoffCrypto.h"

#include <sodium.h>

int fresnel_handoff_equal(const void *one, const void *other, size_t count) {
  return sodium_memcmp(one, other, count) == 0;
}

void fresnel_handoff_sha512(const void *bytes, size_t count, void *hash) {
  crypto_hash_sha512(hash, bytes, count);
}

int fresnel_handoff_blake2b(
    const void *bytes, size_t count, const void *key, size_t key_count, void *hash,
    size_t hash_count) {
  return crypto_generichash_blake2b(hash, hash_count, bytes, count, key, key_count);
}

void fresnel_handoff_ristretto_point(const void *hash, void *point) {
  crypto_core_ristretto255_from_hash(point, hash);
}

void fresnel_handoff_ristretto_scalar(void *scalar) {
  crypto_core_ristretto255_scalar_random(scalar);
}

int fresnel_handoff_ristretto_multiply(const void *scalar, const void *point, void *product) {
  return crypto_scalarmult_ristretto255(product, scalar, point);
}

int fresnel_handoff_x25519(const void *secret_key, const void *public_key, void *shared) {
  return crypto_scalarmult_curve25519(shared, secret_key, public_key);
}

void fresnel_handoff_seal(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, void *tag) {
  crypto_aead_chacha20poly1305_ietf_encrypt_detached(
      bytes, tag, NULL, bytes, count, additional, additional_count, NULL, nonce, key);
}

int fresnel_handoff_open(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, const void *tag) {
  return crypto_aead_chacha20poly1305_ietf_decrypt_detached(
      bytes, NULL, bytes, count, tag, additional, additional_count, nonce, key);
}
