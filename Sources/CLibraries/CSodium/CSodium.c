#include "CSodium.h"

#include <sodium.h>

int fresnel_sodium_prepare(void) { return sodium_init() < 0 ? -1 : 0; }

void fresnel_sodium_seal(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, void *tag) {
  crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
      bytes, tag, NULL, bytes, count, additional, additional_count, NULL, nonce, key);
}

int fresnel_sodium_open(
    void *bytes, size_t count, const void *additional, size_t additional_count,
    const void *nonce, const void *key, const void *tag) {
  return crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
      bytes, NULL, bytes, count, tag, additional, additional_count, nonce, key);
}

void fresnel_sodium_hash(const void *bytes, size_t count, void *hash) {
  crypto_generichash(hash, 32, bytes, count, NULL, 0);
}

void fresnel_sodium_zero(void *bytes, size_t count) { sodium_memzero(bytes, count); }

void *fresnel_sodium_allocate(size_t count) { return sodium_malloc(count); }

void fresnel_sodium_free(void *bytes) { sodium_free(bytes); }

void fresnel_sodium_box_key_pair(void *public_key, void *secret_key) {
  crypto_box_keypair(public_key, secret_key);
}

void fresnel_sodium_box_public_key(const void *secret_key, void *public_key) {
  crypto_scalarmult_base(public_key, secret_key);
}

int fresnel_sodium_box_seal(
    const void *bytes, size_t count, const void *public_key, void *sealed) {
  return crypto_box_seal(sealed, bytes, count, public_key);
}

int fresnel_sodium_box_open(
    const void *sealed, size_t count, const void *public_key, const void *secret_key, void *bytes) {
  if (count < crypto_box_SEALBYTES) {
    return -1;
  }
  return crypto_box_seal_open(bytes, sealed, count, public_key, secret_key);
}

int fresnel_sodium_derive_key(
    const void *passphrase, size_t count, const void *salt, uint64_t passes, size_t memory_byte_count,
    void *key) {
  return crypto_pwhash(
      key, 32, passphrase, count, salt, passes, memory_byte_count, crypto_pwhash_ALG_ARGON2ID13);
}
