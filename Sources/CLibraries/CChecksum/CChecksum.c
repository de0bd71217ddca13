#include "CChecksum.h"

#include <stdbool.h>
#include <string.h>

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

// Slicing by eight: table[k][b] is the effect of byte b followed by k zero bytes, so that eight
// bytes cost eight look-ups that do not wait for one another.
static uint32_t table[8][256];

__attribute__((constructor)) static void fill_table(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; bit++) {
      value = (value >> 1) ^ (0x82f63b78u & (0u - (value & 1u)));
    }
    table[0][byte] = value;
  }
  for (int zeros = 1; zeros < 8; zeros++) {
    for (int byte = 0; byte < 256; byte++) {
      uint32_t value = table[zeros - 1][byte];
      table[zeros][byte] = (value >> 8) ^ table[0][value & 0xff];
    }
  }
}

uint32_t fresnel_crc32c_portable(uint32_t checksum, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  uint32_t state = ~checksum;
  while (count >= 8) {
    uint32_t low = state ^ ((uint32_t)next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16 |
                            (uint32_t)next[3] << 24);
    state = table[7][low & 0xff] ^ table[6][(low >> 8) & 0xff] ^ table[5][(low >> 16) & 0xff] ^
            table[4][low >> 24] ^ table[3][next[4]] ^ table[2][next[5]] ^ table[1][next[6]] ^
            table[0][next[7]];
    next += 8;
    count -= 8;
  }
  while (count-- > 0) {
    state = (state >> 8) ^ table[0][(state ^ *next++) & 0xff];
  }
  return ~state;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) static uint32_t crc32c_instruction(
    uint32_t checksum, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  uint64_t state = (uint32_t)~checksum;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    state = __builtin_ia32_crc32di(state, word);
    next += 8;
    count -= 8;
  }
  while (count-- > 0) {
    state = __builtin_ia32_crc32qi((uint32_t)state, *next++);
  }
  return ~(uint32_t)state;
}

static bool has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

#elif defined(__aarch64__) && defined(__linux__)

__attribute__((target("crc"))) static uint32_t crc32c_instruction(
    uint32_t checksum, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  uint32_t state = ~checksum;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    state = __builtin_arm_crc32cd(state, word);
    next += 8;
    count -= 8;
  }
  while (count-- > 0) {
    state = __builtin_arm_crc32cb(state, *next++);
  }
  return ~state;
}

static bool has_instruction(void) { return (getauxval(AT_HWCAP) & HWCAP_CRC32) != 0; }

#else

static uint32_t crc32c_instruction(uint32_t checksum, const void *bytes, size_t count) {
  return fresnel_crc32c_portable(checksum, bytes, count);
}

static bool has_instruction(void) { return false; }

#endif

uint32_t fresnel_crc32c(uint32_t checksum, const void *bytes, size_t count) {
  return has_instruction() ? crc32c_instruction(checksum, bytes, count)
                           : fresnel_crc32c_portable(checksum, bytes, count);
}
