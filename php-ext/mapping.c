#include "mapping.h"
#include "errors.h"

#include <time.h>

/* Not the wall clock: that one jumps, and a worker lives for weeks. */
static uint64_t monotonic_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

const char *ob_mapping_mode(const ob_mapping *mapping)
{
	return mapping->writes ? "r+" : "r";
}

static ob_mapping *map(const char *path, size_t path_len, const char *mode, size_t mode_len)
{
	onebloom_filter *filter = NULL;
	ob_mapping *mapping;
	int32_t code = onebloom_open(path, path_len, mode, mode_len, &filter);

	if (code != ONEBLOOM_OK) {
		ob_throw_last(code);
		return NULL;
	}
	/* Persistent memory: nothing here bails out, so the handle cannot be lost. */
	mapping = pecalloc(1, sizeof(*mapping), 1);
	mapping->filter = filter;
	mapping->path = zend_string_init(path, path_len, 1);
	mapping->references = 1;
	mapping->writes = mode_len == 2;
	return mapping;
}

ob_mapping *ob_mapping_own(const char *path, size_t path_len, bool writes)
{
	return map(path, path_len, writes ? "r+" : "r", writes ? 2 : 1);
}

ob_mapping *ob_mapping_share(ob_mapping *mapping)
{
	mapping->references++;
	return mapping;
}

/* Takes it out of its table, without an opinion on who else holds it. */
static void forget(ob_mapping *mapping)
{
	HashTable *table = mapping->table;

	if (table) {
		mapping->table = NULL;
		zend_hash_del(table, mapping->path);
		if (!mapping->writes) {
			ob_mapping_release(mapping);
		}
	}
}

void ob_mapping_release(ob_mapping *mapping)
{
	if (--mapping->references > 0) {
		return;
	}
	/* The table of writers holds no reference: an "r+" map locks its file against save() and must not
	 * outlive the request that wanted it. */
	if (mapping->table) {
		zend_hash_del(mapping->table, mapping->path);
	}
	onebloom_free(mapping->filter);
	zend_string_release_ex(mapping->path, 1);
	pefree(mapping, 1);
}

static void make_room(HashTable *table)
{
	ob_mapping *mapping, *oldest = NULL;

	if (zend_hash_num_elements(table) < (uint32_t) ONEBLOOM_G(max_mappings)) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(table, mapping) {
		if (!oldest || mapping->used_at < oldest->used_at) {
			oldest = mapping;
		}
	} ZEND_HASH_FOREACH_END();
	if (oldest) {
		forget(oldest);
	}
}

static bool fresh(ob_mapping *mapping, bool now)
{
	uint64_t time = monotonic_ns();
	zend_long seconds = ONEBLOOM_G(revalidate_freq);
	bool stale;

	if (!now && seconds > 0 && mapping->checked_at != 0
			&& (time - mapping->checked_at) / 1000000000u < (uint64_t) seconds) {
		return true;
	}
	if (onebloom_is_stale(mapping->filter, &stale) != ONEBLOOM_OK || stale) {
		return false; /* also when the file is gone: opening it again gives the right error */
	}
	mapping->checked_at = time;
	return true;
}

void ob_mapping_look_again(zend_string *path)
{
	ob_mapping *mapping;

	if ((mapping = zend_hash_find_ptr(&ONEBLOOM_G(readers), path))) {
		mapping->checked_at = 0;
	}
	if ((mapping = zend_hash_find_ptr(&ONEBLOOM_G(writers), path))) {
		mapping->checked_at = 0;
	}
}

ob_mapping *ob_mapping_open(zend_string *path, zend_string *mode, bool now)
{
	bool writes = zend_string_equals_literal(mode, "r+");
	HashTable *table = writes ? &ONEBLOOM_G(writers) : &ONEBLOOM_G(readers);
	ob_mapping *mapping = zend_hash_find_ptr(table, path);

	/* Which modes there are is the library's to say: any other goes to it and comes back as an error. */
	if (!writes && !zend_string_equals_literal(mode, "r")) {
		return map(ZSTR_VAL(path), ZSTR_LEN(path), ZSTR_VAL(mode), ZSTR_LEN(mode));
	}
	if (mapping) {
		if (fresh(mapping, now)) {
			mapping->used_at = ++ONEBLOOM_G(uses);
			return ob_mapping_share(mapping);
		}
		forget(mapping);
	}
	mapping = ob_mapping_own(ZSTR_VAL(path), ZSTR_LEN(path), writes);
	if (!mapping || ONEBLOOM_G(max_mappings) <= 0) {
		return mapping;
	}
	make_room(table);
	mapping->checked_at = monotonic_ns();
	mapping->used_at = ++ONEBLOOM_G(uses);
	mapping->table = table;
	zend_hash_str_add_new_ptr(table, ZSTR_VAL(path), ZSTR_LEN(path), mapping);
	return writes ? mapping : ob_mapping_share(mapping);
}

void ob_mapping_tables_init(HashTable *readers, HashTable *writers)
{
	zend_hash_init(readers, 8, NULL, NULL, 1);
	zend_hash_init(writers, 8, NULL, NULL, 1);
}

void ob_mapping_tables_free(HashTable *readers, HashTable *writers)
{
	ob_mapping *mapping;

	ZEND_HASH_FOREACH_PTR(readers, mapping) {
		mapping->table = NULL;
		ob_mapping_release(mapping);
	} ZEND_HASH_FOREACH_END();
	/* No object outlives its request, so no writer is left. */
	zend_hash_destroy(readers);
	zend_hash_destroy(writers);
}
