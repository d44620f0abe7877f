/*
 * onebloom: one Bloom filter, every language. This is its C face.
 *
 * A Bloom filter is a small set that forgets its members: asked for a key it says "certainly not in" or "maybe in", and
 * the second is wrong with a probability that was chosen when the filter was made. The file of a filter is the same
 * sequence of bytes in every language, on disk, in memory and in Redis.
 *
 *     onebloom_params params;
 *     onebloom_filter *filter = NULL;
 *     onebloom_params_init(&params, sizeof params);
 *     params.capacity = 1000000;
 *     params.fpp = 0.01;
 *     if (onebloom_create(&params, &filter) != ONEBLOOM_OK) {
 *         fprintf(stderr, "%s\n", onebloom_last_error());
 *         return 1;
 *     }
 *     onebloom_add(filter, "user:42", 7, NULL);
 *     onebloom_save(filter, "users.bloom", 11);
 *     onebloom_free(filter);
 *
 * ERRORS. Functions return int32_t: ONEBLOOM_OK (0) or one of the codes below. Only those that answer with yes or no
 * and have no place for it (onebloom_contains and its siblings for one key, onebloom_is_mapped, onebloom_is_read_only,
 * onebloom_takes_ready_hash, onebloom_redis_advance) return 1 or 0, or a code with its sign turned, so that a caller who
 * takes any non-zero for "maybe" errs on the safe side. After a failure onebloom_last_error() has the details, for this
 * thread.
 * Nothing throws: a bug inside becomes ONEBLOOM_PANIC (and a line on stderr), and the filter stays usable. A filter or an
 * image that does not fit into memory is ONEBLOOM_OUT_OF_MEMORY; when not even a few hundred bytes can be had for a call,
 * the process ends.
 *
 * RESULTS come last and are written only on success. A pointer to a result may be NULL where the text says so. Bytes,
 * texts and numbers of unknown length come in the form (buf, cap, needed): `cap` is the room in `buf`, `needed`
 * (may be NULL) always gets what there is. NULL and 0 for `buf` and `cap` only ask for that; a `cap` that is too small
 * is OUT_OF_RANGE. Texts end in a NUL, which `cap` and `needed` count. A filter in use by other threads may grow between
 * two calls: try again then.
 *
 * POINTERS AND LENGTHS. Every pointer comes with a length and nothing needs a NUL at its end, but for the two strings in
 * onebloom_params. Texts (names, options, modes) are UTF-8; paths are what the operating system takes. NULL with length 0
 * is the empty key, text or array; NULL with another length, and NULL where an object is due, is NULL_POINTER. Arrays
 * must be aligned as C aligns them. What you pass is read during the call only: it stays yours.
 *
 * OWNERSHIP. Whatever a function hands out through a `**` is yours and has one function that frees it: onebloom_free,
 * onebloom_options_free, onebloom_redis_free and so on. All take NULL. Nothing else is to be freed. Using a handle after
 * it was freed, or one that was not made here, is undefined.
 *
 * THREADS. The library starts none and takes no locks across calls. A function that takes a const filter may run in any
 * number of threads at once; one that takes a filter without const must be the only such call on that filter at a time:
 * that is the caller's duty. Asking may overlap with adding and removing. onebloom_clear, onebloom_merge, onebloom_set_now,
 * onebloom_reload and onebloom_free must be alone with the filter. Different filters have nothing in common, even when
 * they map the same file: a file opened "r+" may be written by any number of threads and processes, each with a handle of
 * its own. After fork() both processes may go on: filters in memory are then separate, maps stay shared.
 *
 * KEYS are bytes. Text means its UTF-8, unchanged; an integer means its decimal text, so 42 given to onebloom_add_i64
 * and "42" given to onebloom_add are one key.
 *
 * STRUCTS that cross the border begin with struct_size, set by the caller to their sizeof, so that programs and
 * libraries of different age understand each other.
 */


#ifndef ONEBLOOM_H
#define ONEBLOOM_H

/* Generated from ffi-c/src; do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The codes. A number, once released, means the same for ever; later versions may add some.
enum {
    // No error.
    ONEBLOOM_OK = 0,
    // An argument is of the wrong form, or unknown.
    ONEBLOOM_INVALID_ARGUMENT = 1,
    // A pointer that must not be NULL is NULL (C only).
    ONEBLOOM_NULL_POINTER = 2,
    // A number is outside its allowed range.
    ONEBLOOM_OUT_OF_RANGE = 3,
    // The filter is closed.
    ONEBLOOM_CLOSED = 4,
    // The filter is open read-only.
    ONEBLOOM_READ_ONLY = 5,
    // The two filters differ in something that must be equal.
    ONEBLOOM_INCOMPATIBLE = 6,
    // This kind, scheme or arrangement cannot do that.
    ONEBLOOM_UNSUPPORTED = 7,
    // A key is neither text, bytes nor an integer.
    ONEBLOOM_KEY_TYPE = 8,
    // A text key is ill-formed Unicode (a lone surrogate).
    ONEBLOOM_KEY_ENCODING = 9,
    // The bytes are not a onebloom filter.
    ONEBLOOM_NOT_A_FILTER = 20,
    // A format version that this library does not know.
    ONEBLOOM_VERSION_UNSUPPORTED = 21,
    // A kind, scheme, arrangement or feature bit that this library does not know.
    ONEBLOOM_FEATURE_UNSUPPORTED = 22,
    // The header is damaged or contradicts itself.
    ONEBLOOM_CORRUPT_HEADER = 23,
    // A sealed section does not match its checksum.
    ONEBLOOM_CHECKSUM_MISMATCH = 24,
    // The bytes end before a section does.
    ONEBLOOM_TRUNCATED = 25,
    // There are bytes behind the last section.
    ONEBLOOM_TRAILING_BYTES = 26,
    // A reserved byte or bit is not zero.
    ONEBLOOM_RESERVED_NOT_ZERO = 27,
    // Whole sections are missing.
    ONEBLOOM_INCOMPLETE = 28,
    // There is no such file.
    ONEBLOOM_NOT_FOUND = 40,
    // The operating system does not permit it.
    ONEBLOOM_PERMISSION = 41,
    // The file exists already.
    ONEBLOOM_ALREADY_EXISTS = 42,
    // Somebody else has the file open for writing.
    ONEBLOOM_LOCKED = 43,
    // Any other input/output error.
    ONEBLOOM_IO = 44,
    // A filter in Redis cannot be asked now: its key is gone, or the server cannot be reached.
    ONEBLOOM_UNAVAILABLE = 45,
    // There is not enough memory or address space.
    ONEBLOOM_OUT_OF_MEMORY = 60,
    // A bug in this library: please report it. The process goes on.
    ONEBLOOM_PANIC = 99
};

// The version of this header: major << 16 | minor. Compare with `onebloom_abi_version()`.
#define ONEBLOOM_ABI_VERSION 1

// A filter. Made by `onebloom_create`, `onebloom_create_with`, `onebloom_copy`, `onebloom_to_classic`,
// `onebloom_from_bits` and the functions that open; freed by `onebloom_free`.
typedef struct onebloom_filter onebloom_filter;

// A set of options, by name. Not for use by two threads at once.
typedef struct onebloom_options onebloom_options;

// A filter in Redis: a name, and what is known of it. Holds no connection. Any number of threads may use it at once.
typedef struct onebloom_redis onebloom_redis;

// How filters in Redis are treated, and what create makes, by name. Not for use by two threads at once.
typedef struct onebloom_redis_settings onebloom_redis_settings;

// Something to be done with a filter in Redis. Not for use by two threads at once. It needs neither the
// onebloom_redis nor the filter that it was made from.
typedef struct onebloom_redis_task onebloom_redis_task;

// What a new filter is to be. Prepare it with `onebloom_params_init`, then set what you need. The struct may grow at its
// end in later versions; programs compiled with this header go on working.
//
// An option that has no field yet can be set by name: `onebloom_options_new` and its siblings.
typedef struct onebloom_params {
    // sizeof(onebloom_params).
    size_t struct_size;
    // How many different keys the filter is sized for, from 1 to 2^48. Rotating filters: in one period.
    uint64_t capacity;
    // The false-positive probability that is promised at that number, from 1e-9 to 0.5. 0.01 after init.
    double fpp;
    // "classic" (also if NULL), "blocked", "counting". NUL-terminated.
    const char *kind;
    // "xxh3" (also if NULL), "xxh64", or the scheme of another program. NUL-terminated.
    const char *scheme;
    // Hash seed, 0 after init. Filters can be merged only if their seeds are equal.
    uint64_t seed;
    // Not 0: a scalable filter; every further section has so many times the capacity of the one before (2 to 16).
    uint32_t growth;
    // Not 0, with `keep`: a rotating filter; seconds of one period.
    uint32_t period;
    // How many periods a rotating filter has, the current one included (2 to 1024).
    uint32_t keep;
    // Not 0: a sharded filter of so many sections (2 to 1024).
    uint32_t shards;
    // Not 0, with `k`: this number of cells instead of the computed one. `capacity` and `fpp` may then be 0: they follow
    // from m and k.
    uint64_t m;
    // Not 0, with `m`: this number of probes a key.
    uint32_t k;
} onebloom_params;

// The size that a filter would have. Set `struct_size` before the call.
typedef struct onebloom_size_plan {
    // sizeof(onebloom_size_plan).
    size_t struct_size;
    // Cells of the first section: bits, or 4-bit counters of a counting filter.
    uint64_t m;
    // Bytes of the file, or of memory, to begin with.
    uint64_t bytes;
    // Bits for each of `capacity` keys, headers included.
    double bits_per_key;
    // 1, 1.5, 2 and 3: multiples of the capacity …
    double rate_multiple[4];
    // … and the false-positive rate that this size has when so many keys are in.
    double rate[4];
    // Probes for each key, of the first section.
    uint32_t k;
    // Sections to begin with.
    uint32_t section_count;
} onebloom_size_plan;

// What a filter is and how full it is. Set `struct_size` before the call.
typedef struct onebloom_filter_stats {
    // sizeof(onebloom_filter_stats).
    size_t struct_size;
    // Keys that the filter is sized for; rotating: in one period.
    uint64_t capacity;
    // The false-positive probability promised at that number, of the whole filter.
    double fpp;
    // Cells of the first section: bits, or 4-bit counters.
    uint64_t m;
    // Hash seed.
    uint64_t seed;
    // Bytes of all sections: of the file, map or Redis string.
    uint64_t bytes;
    // Adds so far of keys that were certainly not in: a hint. Rotating: of the sections that count now.
    uint64_t items;
    // items / capacity; rotating: of the fullest section that counts now.
    double load;
    // Share of cells that are not 0, from 0 to 1.
    double fill_ratio;
    // How many different keys the fill tells of.
    uint64_t estimated_items;
    // The false-positive probability that the fill tells of.
    double expected_fpp;
    // How often the file was replaced by `onebloom_replace`.
    uint32_t generation;
    // Growth of a scalable filter, seconds of a rotating filter's period, else 0.
    uint32_t param;
    // Probes for each key, of the first section.
    uint32_t k;
    // Sections; see `onebloom_stats_section`.
    uint32_t section_count;
    // "classic", "blocked", "counting".
    char kind[16];
    // "xxh3", …
    char scheme[32];
    // "single", "scalable", "rotating", "sharded".
    char arrangement[16];
    // "ok", "warn" (load 0.85 or more), "over" (more keys than capacity), "clock" (a period began in the future).
    char status[16];
    // A seal stands in every section.
    bool sealed;
    // A map of a file.
    bool mapped;
    // Cannot be changed.
    bool read_only;
} onebloom_filter_stats;

// One section of a filter. Set `struct_size` before the call.
typedef struct onebloom_section_stats {
    // sizeof(onebloom_section_stats).
    size_t struct_size;
    // Keys that the section is sized for.
    uint64_t capacity;
    // The false-positive probability promised at that number.
    double fpp;
    // Cells: bits, or 4-bit counters.
    uint64_t m;
    // Adds so far of keys that were certainly not in this section: a hint.
    uint64_t items;
    // Share of cells that are not 0, from 0 to 1.
    double fill_ratio;
    // How many different keys the fill tells of.
    uint64_t estimated_items;
    // The false-positive probability that the fill tells of.
    double expected_fpp;
    // Rotating: Unix time in ms at which its period began; 0 if never used, and in other filters.
    uint64_t opened_at;
    // Probes for each key.
    uint32_t k;
    // Whether it counts now; false for a period that is over or was never used.
    bool live;
} onebloom_section_stats;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the ABI that the loaded library has: major << 16 | minor. A program runs with a library whose major
// number equals ONEBLOOM_ABI_VERSION's and whose minor number is not smaller. The major number is the one in the
// shared library's name (libonebloom.so.0).
uint32_t onebloom_abi_version(void);

// The version of the library, "0.1.0". Static; not to be freed.
const char *onebloom_version(void);

// What the last failed call in this thread had to say: what was given, what is allowed, what to do. UTF-8, cut at 1023
// bytes. Never NULL; "" if no call failed yet. It stays as it is until the next call that fails in the same thread:
// successful calls leave it alone, so ask only after a failure. Not to be freed.
const char *onebloom_last_error(void);

// The code of the last failed call in this thread, 0 if none failed yet.
int32_t onebloom_last_error_code(void);

// The operating system's errno behind the last failed call in this thread, 0 if there was none.
int32_t onebloom_last_os_error(void);

// How many codes there are, OK among them.
size_t onebloom_error_count(void);

// The code in place `index` of the list (from 0 to `onebloom_error_count()` - 1) and its name, "OUT_OF_RANGE". The name
// is static. Both results may be NULL. OUT_OF_RANGE behind the end of the list.
int32_t onebloom_error_at(size_t index, int32_t *code, const char **name);

// The name of a code, "OUT_OF_RANGE"; "UNKNOWN" if there is no such code. The negative codes of the `contains` functions
// are taken too. Static; never NULL.
const char *onebloom_error_name(int32_t code);

// Fills in the defaults and `struct_size`. `size` is sizeof(onebloom_params) where you compile.
//
//     onebloom_params params;
//     onebloom_params_init(&params, sizeof params);
int32_t onebloom_params_init(struct onebloom_params *params, size_t size);

// Makes a new, empty filter in memory. Errors: OUT_OF_RANGE and INVALID_ARGUMENT for a parameter (the message names it),
// UNSUPPORTED, OUT_OF_MEMORY. Free the filter with `onebloom_free`.
int32_t onebloom_create(const struct onebloom_params *params,
                        struct onebloom_filter **filter);

// A new set, with the defaults. Free it with `onebloom_options_free`.
int32_t onebloom_options_new(struct onebloom_options **options);

// Frees a set. NULL is fine. Filters made from it do not need it.
void onebloom_options_free(struct onebloom_options *options);

// Sets an option to an integer. Names: capacity, fpp, kind, scheme, seed, growth, period, keep, shards, m, k, as in
// `onebloom_params`, and bits, for `onebloom_from_bits`; `name` has `name_len` bytes. INVALID_ARGUMENT for a name that does not exist or does not take an
// integer, OUT_OF_RANGE for a number that is not allowed.
int32_t onebloom_options_set_i64(struct onebloom_options *options,
                                 const char *name,
                                 size_t name_len,
                                 int64_t value);

// The same for an unsigned integer (seeds beyond 2^63).
int32_t onebloom_options_set_u64(struct onebloom_options *options, const char *name, size_t name_len, uint64_t value);

// The same for a real number (fpp).
int32_t onebloom_options_set_f64(struct onebloom_options *options, const char *name, size_t name_len, double value);

// The same for a text of `value_len` bytes of UTF-8 (kind, scheme, bits).
int32_t onebloom_options_set_text(struct onebloom_options *options,
                                  const char *name,
                                  size_t name_len,
                                  const char *value,
                                  size_t value_len);

// Makes a new, empty filter in memory, as `onebloom_create` does.
int32_t onebloom_create_with(const struct onebloom_options *options, struct onebloom_filter **filter);

// The size that `onebloom_create` would choose. Allocates nothing of that size.
int32_t onebloom_plan(const struct onebloom_params *params, struct onebloom_size_plan *plan);

// The same from options, as a JSON object. `buf`, `cap` and `needed` as said above under RESULTS.
int32_t onebloom_plan_json(const struct onebloom_options *options, char *buf, size_t cap, size_t *needed);

// Frees a filter: its memory or its map. NULL is fine. Nothing else may use the handle meanwhile or afterwards. Changes
// to a map that was opened "r+" are kept; changes to a filter in memory are lost unless they were saved.
void onebloom_free(struct onebloom_filter *filter);

// Copies a filter into memory, with everything in it. The copy belongs to the caller and is independent.
int32_t onebloom_copy(const struct onebloom_filter *filter, struct onebloom_filter **copy);

// Takes everything that `other` has into `filter`, in place. INCOMPATIBLE, and no change, if they differ in kind, scheme,
// seed, arrangement, m or k. A filter merged with itself stays as it is. Capacity and fpp stay those of `filter`.
int32_t onebloom_merge(struct onebloom_filter *filter,
                       const struct onebloom_filter *other);

// Takes every key out.
int32_t onebloom_clear(struct onebloom_filter *filter);

// Whether both have the same parameters and the same cells: `equal` then is true. Where they came from, seals and
// generations do not matter.
int32_t onebloom_equals(const struct onebloom_filter *filter, const struct onebloom_filter *other, bool *equal);

// Rotating filters: the time to use instead of the clock, in milliseconds since 1970-01-01 UTC (tests, replays). With
// `given` false the clock is used again. No effect on other filters.
int32_t onebloom_set_now(struct onebloom_filter *filter, bool given, int64_t unix_ms);

// One line for logs: "kind=classic capacity=1000 fpp=0.01 m=9728 k=7 items=12".
int32_t onebloom_summary(const struct onebloom_filter *filter, char *buf, size_t cap, size_t *needed);

// The path that the filter was opened or loaded from; "" if there is none.
int32_t onebloom_path(const struct onebloom_filter *filter, char *buf, size_t cap, size_t *needed);

// 1 if the filter's scheme has 64-bit hashes that can be computed elsewhere and given to the `_hash` functions, 0 if
// not, or a negative code.
int32_t onebloom_takes_ready_hash(const struct onebloom_filter *filter);

// 1 if the filter is a map of a file, 0 if it is in memory, or a negative code.
int32_t onebloom_is_mapped(const struct onebloom_filter *filter);

// 1 if the filter cannot be changed, 0 if it can, or a negative code.
int32_t onebloom_is_read_only(const struct onebloom_filter *filter);

// Adds the `len` bytes at `key`. `added` may be NULL; true says that the key was certainly not in before, false that it
// maybe was. READ_ONLY for a map opened "r".
int32_t onebloom_add(struct onebloom_filter *filter, const void *key, size_t len, bool *added);

// Adds an integer: the same key as its decimal text.
int32_t onebloom_add_i64(struct onebloom_filter *filter, int64_t key, bool *added);

// The same for an unsigned integer.
int32_t onebloom_add_u64(struct onebloom_filter *filter, uint64_t key, bool *added);

// Adds a key whose hash was computed elsewhere: XXH3-64 or XXH64, as the filter's scheme says, of the key's bytes with
// the filter's seed. UNSUPPORTED if the scheme has no such hash; see `onebloom_takes_ready_hash`.
int32_t onebloom_add_hash(struct onebloom_filter *filter, uint64_t hash, bool *added);

// 0: the key is certainly not in. 1: it is, or it is a false positive, as likely as the filter's fpp. Negative: the
// code of an error, negated. So an error that nobody looks at reads as "maybe": `if (onebloom_contains(f, key, len))`
// errs on the safe side.
int32_t onebloom_contains(const struct onebloom_filter *filter, const void *key, size_t len);

// The same for an integer.
int32_t onebloom_contains_i64(const struct onebloom_filter *filter, int64_t key);

// The same for an unsigned integer.
int32_t onebloom_contains_u64(const struct onebloom_filter *filter, uint64_t key);

// The same for a hash, as `onebloom_add_hash` takes it.
int32_t onebloom_contains_hash(const struct onebloom_filter *filter, uint64_t hash);

// Takes a key out of a counting filter that is single or sharded; UNSUPPORTED for others. `removed` may be NULL; false
// says that the key was certainly not in, and nothing was changed. Take out only what was put in: removing a key that
// was never added, but seems to be in, damages others.
int32_t onebloom_remove(struct onebloom_filter *filter, const void *key, size_t len, bool *removed);

// The same for an integer.
int32_t onebloom_remove_i64(struct onebloom_filter *filter, int64_t key, bool *removed);

// The same for an unsigned integer.
int32_t onebloom_remove_u64(struct onebloom_filter *filter, uint64_t key, bool *removed);

// The same for a hash, as `onebloom_add_hash` takes it.
int32_t onebloom_remove_hash(struct onebloom_filter *filter, uint64_t hash, bool *removed);

// The cells that a key is looked up in, in probe order. `cap` and `needed` count numbers, not bytes. Classic: cell p is
// bit 0x80 >> (p & 7) of byte p >> 3 of the body, the order of Redis.
int32_t onebloom_positions(const struct onebloom_filter *filter,
                           const void *key,
                           size_t len,
                           uint64_t *buf,
                           size_t cap,
                           size_t *needed);

// Adds `n` keys, key i being the `lens[i]` bytes at `keys[i]`. `added` may be NULL; it gets how many were certainly not
// in before. A bad key stops the call: those before it are in, and the message says how many that are.
int32_t onebloom_add_many(struct onebloom_filter *filter,
                          const uint8_t *const *keys,
                          const size_t *lens,
                          size_t n,
                          uint64_t *added);

// The same for keys in one block, as Arrow's large binary arrays have them: key i is the bytes from `offsets[i]` to
// `offsets[i + 1]` of `data`. `offsets` has n + 1 numbers, none negative, none smaller than the one before; `data` has
// at least `offsets[n]` bytes.
int32_t onebloom_add_packed(struct onebloom_filter *filter,
                            const uint8_t *data,
                            const int64_t *offsets,
                            size_t n,
                            uint64_t *added);

// The same for `n` integers.
int32_t onebloom_add_many_i64(struct onebloom_filter *filter, const int64_t *keys, size_t n, uint64_t *added);

// The same for `n` unsigned integers.
int32_t onebloom_add_many_u64(struct onebloom_filter *filter, const uint64_t *keys, size_t n, uint64_t *added);

// The same for `n` hashes, as `onebloom_add_hash` takes them.
int32_t onebloom_add_many_hash(struct onebloom_filter *filter, const uint64_t *hashes, size_t n, uint64_t *added);

// Asks for `n` keys. `answers` has room for n bytes: byte i becomes 0 if key i is certainly not in, 1 if it maybe is.
// This function returns 0 or a code like most others, not 1. After an error, what stands in `answers` means nothing.
int32_t onebloom_contains_many(const struct onebloom_filter *filter,
                               const uint8_t *const *keys,
                               const size_t *lens,
                               size_t n,
                               uint8_t *answers);

// The same for keys in one block, as `onebloom_add_packed` takes them.
int32_t onebloom_contains_packed(const struct onebloom_filter *filter,
                                 const uint8_t *data,
                                 const int64_t *offsets,
                                 size_t n,
                                 uint8_t *answers);

// The same for `n` integers.
int32_t onebloom_contains_many_i64(const struct onebloom_filter *filter,
                                   const int64_t *keys,
                                   size_t n,
                                   uint8_t *answers);

// The same for `n` unsigned integers.
int32_t onebloom_contains_many_u64(const struct onebloom_filter *filter,
                                   const uint64_t *keys,
                                   size_t n,
                                   uint8_t *answers);

// The same for `n` hashes.
int32_t onebloom_contains_many_hash(const struct onebloom_filter *filter,
                                    const uint64_t *hashes,
                                    size_t n,
                                    uint8_t *answers);

// Maps a file, in the time that its header takes: the body is not read, processes that map the same file share its
// memory. `mode` is "r" (also NULL with 0), to ask only, or "r+", to change the file together with other writers.
// NOT_FOUND, PERMISSION, IO, LOCKED; NOT_A_FILTER, TRUNCATED, CORRUPT_HEADER and the other codes of damaged files.
int32_t onebloom_open(const char *path,
                      size_t path_len,
                      const char *mode,
                      size_t mode_len,
                      struct onebloom_filter **filter);

// Reads a file into memory; sealed sections are verified (CHECKSUM_MISMATCH). The file is not needed afterwards, and
// changes stay in memory until they are saved.
int32_t onebloom_load(const char *path, size_t path_len, struct onebloom_filter **filter);

// The same from the `len` bytes of a file at `bytes`, which are copied.
int32_t onebloom_from_bytes(const uint8_t *bytes, size_t len, struct onebloom_filter **filter);

// The same from `n` sections that live apart (files, Redis keys), in order: section i is the `lens[i]` bytes at
// `parts[i]`.
int32_t onebloom_open_parts(const uint8_t *const *parts, const size_t *lens, size_t n, struct onebloom_filter **filter);

// Writes the filter to a file, sealed: to a temporary file in the same folder, which then takes the path's name, so that
// readers and a crash see the old file or the new one, whole. A file that is there is replaced. LOCKED if somebody has
// it open "r+".
int32_t onebloom_save(const struct onebloom_filter *filter,
                      const char *path,
                      size_t path_len);

// The same with the generation of the file that is there, plus 1. Readers notice by `onebloom_is_stale`.
int32_t onebloom_replace(const struct onebloom_filter *filter, const char *path, size_t path_len);

// The bytes that `onebloom_save` would write. `needed` can be asked for cheaply with NULL and 0.
int32_t onebloom_to_bytes(const struct onebloom_filter *filter, uint8_t *buf, size_t cap, size_t *needed);

// Writes changes of a map to the disk and waits for it. Nothing to do for a filter in memory.
int32_t onebloom_flush(struct onebloom_filter *filter);

// Reads everything and compares it with its seal. `sealed` may be NULL; true says sealed and right, false that there is
// no seal to compare with. CHECKSUM_MISMATCH if it is wrong.
int32_t onebloom_verify(const struct onebloom_filter *filter, bool *sealed);

// Whether the file behind a map was replaced since it was opened. One look at the file system.
int32_t onebloom_is_stale(const struct onebloom_filter *filter, bool *stale);

// Opens the file again if it was replaced: `reloaded`, which may be NULL, says whether. After an error the filter is as
// it was. No other thread may use the filter meanwhile.
int32_t onebloom_reload(struct onebloom_filter *filter, bool *reloaded);

// How many sections the filter has now: 1 if it is single.
int32_t onebloom_section_count(const struct onebloom_filter *filter, size_t *count);

// Section `index`, from 0, as sealed bytes: a header of 128 bytes and its body. All of them in order are what
// `onebloom_to_bytes` gives, and what `onebloom_open_parts` takes. OUT_OF_RANGE behind the last section. `needed` can be
// asked for cheaply with NULL and 0. Sections of a scalable filter fit together if nobody adds while they are taken.
int32_t onebloom_part(const struct onebloom_filter *filter,
                      size_t index,
                      uint8_t *buf,
                      size_t cap,
                      size_t *needed);

// The number of the section, from 0, that an add of the `len` bytes at `key` would write to now: of a sharded filter the
// one part that has to be asked for this key.
int32_t onebloom_section_of(const struct onebloom_filter *filter,
                            const void *key,
                            size_t len,
                            size_t *index);

// A filter in memory from the `len` bytes at `body`, which are copied: cells without a header, as another program made
// them. `options` must have scheme, m and k as that program has them; "bits" says in which order the cells are: "msb"
// (Redis SETBIT; counters of BITFIELD u4), "lsb" (Java's BitSet, RedisBloom; blocked with xxh64: a Parquet column),
// "bytes" (a byte a cell). Without it, the order is this library's own of the kind. A body may be shorter than m: the
// rest is 0. INVALID_ARGUMENT for options that do not fit, OUT_OF_RANGE for a body with cells behind m.
int32_t onebloom_from_bits(const uint8_t *body,
                           size_t len,
                           const struct onebloom_options *options,
                           struct onebloom_filter **filter);

// The cells without a header, in an order that `onebloom_from_bits` knows, named by the `order_len` bytes at `order`.
// UNSUPPORTED unless the filter is single, INVALID_ARGUMENT for an order that its kind does not have. `needed`
// can be asked for cheaply with NULL and 0.
int32_t onebloom_to_bits(const struct onebloom_filter *filter,
                         const char *order,
                         size_t order_len,
                         uint8_t *buf,
                         size_t cap,
                         size_t *needed);

// The classic filter in memory that answers as this counting one does, in a quarter of the space: every counter that is
// not 0 becomes a set bit. It can no longer remove. UNSUPPORTED for other kinds.
int32_t onebloom_to_classic(const struct onebloom_filter *filter, struct onebloom_filter **classic);

// Gives the stats. The fill is counted, or, in sections above 4 MiB, taken from a sample of 64 pages unless `exact`.
int32_t onebloom_stats(const struct onebloom_filter *filter, bool exact, struct onebloom_filter_stats *stats);

// Gives the stats of section `index`, from 0 to section_count - 1; OUT_OF_RANGE behind the last.
int32_t onebloom_stats_section(const struct onebloom_filter *filter,
                               size_t index,
                               struct onebloom_section_stats *stats);

// The same as a JSON object: all of the above, `sections` (a list of objects) and `path` (or null).
int32_t onebloom_stats_json(const struct onebloom_filter *filter, bool exact, char *buf, size_t cap, size_t *needed);

// New settings, with the defaults. Free them with `onebloom_redis_settings_free`.
int32_t onebloom_redis_settings_new(struct onebloom_redis_settings **settings);

// Frees settings. NULL is fine. What was made from them does not need them.
void onebloom_redis_settings_free(struct onebloom_redis_settings *settings);

// Sets an integer. Names: all of `onebloom_options_set_i64`, and backend, on_unavailable, keys_per_command,
// operations_per_flush, chunk, ttl, layout, max_key_bytes, sizing, expansion (docs/redis.md). INVALID_ARGUMENT for a name
// that does not exist or does not take an integer, OUT_OF_RANGE for a number that is not allowed.
int32_t onebloom_redis_settings_set_i64(struct onebloom_redis_settings *settings,
                                        const char *name,
                                        size_t name_len,
                                        int64_t value);

// The same for an unsigned integer (seeds beyond 2^63).
int32_t onebloom_redis_settings_set_u64(struct onebloom_redis_settings *settings,
                                        const char *name,
                                        size_t name_len,
                                        uint64_t value);

// The same for a real number (fpp).
int32_t onebloom_redis_settings_set_f64(struct onebloom_redis_settings *settings,
                                        const char *name,
                                        size_t name_len,
                                        double value);

// The same for a text of `value_len` bytes of UTF-8.
int32_t onebloom_redis_settings_set_text(struct onebloom_redis_settings *settings,
                                         const char *name,
                                         size_t name_len,
                                         const char *value,
                                         size_t value_len);

// A filter under this name; nothing is sent. NULL for `settings` means the defaults. Free it with `onebloom_redis_free`.
int32_t onebloom_redis_new(const uint8_t *name,
                           size_t name_len,
                           const struct onebloom_redis_settings *settings,
                           struct onebloom_redis **redis);

// The filter that is to take the place of `redis`: "create" it, "add" to it, "commit" it. From its creation on, adds by
// any client of this library go to both. `settings` say what it is to be. Free it like any other.
int32_t onebloom_redis_next(const struct onebloom_redis *redis,
                            const struct onebloom_redis_settings *settings,
                            struct onebloom_redis **next);

// Backend days: the time to use instead of the clock, in milliseconds since 1970-01-01 UTC (tests, replays, another
// midnight). With `given` false the clock is used again.
int32_t onebloom_redis_set_now(const struct onebloom_redis *redis, bool given, int64_t unix_ms);

// Frees the handle, and leaves Redis as it is. NULL is fine.
void onebloom_redis_free(struct onebloom_redis *redis);

// Begins one of: open, create, pull, stats, stats_exact, version, advise, delete, commit. Nothing is sent: turn the crank
// with `onebloom_redis_advance`. Free it with `onebloom_redis_task_free`.
int32_t onebloom_redis_begin(const struct onebloom_redis *redis,
                             const char *verb,
                             size_t verb_len,
                             struct onebloom_redis_task **task);

// Begins contains, add or remove with `n` keys of `lens[i]` bytes at `keys[i]`. The keys are copied.
int32_t onebloom_redis_begin_keys(const struct onebloom_redis *redis,
                                  const char *verb,
                                  size_t verb_len,
                                  const uint8_t *const *keys,
                                  const size_t *lens,
                                  size_t n,
                                  struct onebloom_redis_task **task);

// Begins push or merge with a filter. A filter opened from a file is opened once more for the task; one in memory is
// copied, for the time of the task.
int32_t onebloom_redis_begin_filter(const struct onebloom_redis *redis,
                                    const char *verb,
                                    size_t verb_len,
                                    const struct onebloom_filter *filter,
                                    struct onebloom_redis_task **task);

// 1: there are commands to send; 0: the task is done; a negative code: it has failed, and is over. So:
//
//     while ((more = onebloom_redis_advance(task)) == 1) {
//         size_t n; onebloom_redis_commands(task, &n);
//         send the n commands of onebloom_redis_command in one pipeline;
//         give each reply, in order, to one of onebloom_redis_reply_…;
//     }
//
// If the connection breaks, tell `onebloom_redis_lost` and go on with the loop.
int32_t onebloom_redis_advance(struct onebloom_redis_task *task);

// How many commands are to be sent now.
int32_t onebloom_redis_commands(const struct onebloom_redis_task *task, size_t *count);

// Command `index`: `args[i]` has `lens[i]` bytes; args[0] is the name. The arrays belong to the task and are valid until
// the next call with it. `flags` (may be NULL): 1 the reply is binary and must not be decoded, 2 it writes (not for
// replicas). `key_index` (may be NULL): which argument is the key, 0 if none is.
int32_t onebloom_redis_command(struct onebloom_redis_task *task,
                               size_t index,
                               const uint8_t *const **args,
                               const size_t **lens,
                               size_t *count,
                               size_t *key_index,
                               uint32_t *flags);

// All commands as bytes to write to a connection (RESP), for clients that let one do that. Valid until the next call
// with the task.
int32_t onebloom_redis_packed(struct onebloom_redis_task *task, const uint8_t **bytes, size_t *len);

// The next reply is "no value".
int32_t onebloom_redis_reply_nil(struct onebloom_redis_task *task);

// The next reply is a number; of a boolean, 1 or 0.
int32_t onebloom_redis_reply_int(struct onebloom_redis_task *task, int64_t value);

// The next reply is a text, a status or bytes.
int32_t onebloom_redis_reply_bytes(struct onebloom_redis_task *task, const uint8_t *bytes, size_t len);

// The next reply is an error; `message` is its whole text, which begins with a word such as WRONGTYPE.
int32_t onebloom_redis_reply_error(struct onebloom_redis_task *task, const char *message, size_t len);

// The next reply is a list: the next `count` calls of these functions give its members.
int32_t onebloom_redis_reply_list(struct onebloom_redis_task *task, size_t count);

// The connection broke, or the server could not be reached: the replies so far are dropped. `why` is the client's
// message. The next `onebloom_redis_advance` ends the task: contains with on_unavailable "maybe" answers 1 for every
// key, all else fails with UNAVAILABLE.
int32_t onebloom_redis_lost(struct onebloom_redis_task *task, const char *why, size_t len);

// The answers of a task that is done, one byte a key in their order: contains 0 certainly absent, 1 maybe in; add 1
// certainly absent before; remove 1 taken away.
int32_t onebloom_redis_answers(const struct onebloom_redis_task *task, uint8_t *answers, size_t cap, size_t *needed);

// What a task that is done has to say, as a JSON object: what the verb tells of the filter (open, create, push, stats,
// version, delete, commit), `warnings` (a list of objects with `text`; of advise) and `unavailable` (why contains
// answers "maybe" without having asked, or null).
int32_t onebloom_redis_json(const struct onebloom_redis_task *task, char *buf, size_t cap, size_t *needed);

// The filter that a task "pull" has brought. It can be taken once and is the caller's.
int32_t onebloom_redis_take_filter(struct onebloom_redis_task *task, struct onebloom_filter **filter);

// Frees a task, done or not. NULL is fine.
void onebloom_redis_task_free(struct onebloom_redis_task *task);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ONEBLOOM_H */
