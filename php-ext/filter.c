/* The methods of Onebloom\BloomFilter: parse, call the library, throw what it says. */
#include "object.h"
#include "errors.h"
#include "key.h"
#include "options.h"
#include "path.h"
#include "stats.h"
#include "zend_exceptions.h"

/* Each of these returns from the method with an exception. */
#define THIS_FILTER(filter) \
	onebloom_filter *filter = ob_object_filter(OB_THIS()); \
	if (UNEXPECTED(!filter)) { \
		RETURN_THROWS(); \
	}
#define CHECK(expression) do { \
		int32_t code_ = (expression); \
		if (UNEXPECTED(code_ != ONEBLOOM_OK)) { \
			ob_throw_last(code_); \
			RETURN_THROWS(); \
		} \
	} while (0)

/* For a new object that got no filter. */
static void discard(zval *return_value)
{
	zval_ptr_dtor(return_value);
	ZVAL_NULL(return_value);
}

/* An object is filled once: the constructor and __unserialize() can be called by name. */
static bool unused(const ob_object *object)
{
	if (object->filter || object->closed) {
		zend_throw_error(NULL, "The Onebloom\\BloomFilter object has its filter already");
		return false;
	}
	return true;
}

PHP_METHOD(Onebloom_BloomFilter, __construct)
{
	ob_object *object = OB_THIS();
	onebloom_options *options = ob_options_parse(execute_data);
	int32_t code;

	if (!options) {
		RETURN_THROWS();
	}
	if (object->filter || object->closed) {
		onebloom_options_free(options);
		unused(object);
		RETURN_THROWS();
	}
	code = onebloom_create_with(options, &object->filter);
	onebloom_options_free(options);
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, plan)
{
	onebloom_options *options = ob_options_parse(execute_data);

	if (options) {
		ob_plan(options, return_value);
	}
}

PHP_METHOD(Onebloom_BloomFilter, open)
{
	zend_string *path, *mode = NULL;
	ob_mapping *mapping;
	ob_object *object;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(mode)
	ZEND_PARSE_PARAMETERS_END();

	path = ob_path_allowed(path);
	if (!path) {
		RETURN_THROWS();
	}
	object = ob_object_new(return_value);
	mapping = ob_mapping_open(path, mode ? mode : ZSTR_CHAR('r'), false);
	zend_string_release(path);
	if (!mapping) {
		discard(return_value);
		RETURN_THROWS();
	}
	ob_object_set_mapping(object, mapping);
}

PHP_METHOD(Onebloom_BloomFilter, load)
{
	zend_string *path;
	ob_object *object;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(path)
	ZEND_PARSE_PARAMETERS_END();

	path = ob_path_allowed(path);
	if (!path) {
		RETURN_THROWS();
	}
	object = ob_object_new(return_value);
	object->path = path;
	code = onebloom_load(ZSTR_VAL(path), ZSTR_LEN(path), &object->filter);
	if (code != ONEBLOOM_OK) {
		discard(return_value);
	}
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, fromBytes)
{
	zend_string *bytes;
	ob_object *object;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();

	object = ob_object_new(return_value);
	code = onebloom_from_bytes((const uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes), &object->filter);
	if (code != ONEBLOOM_OK) {
		discard(return_value);
	}
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, openParts)
{
	HashTable *parts;
	zval *part;
	ob_object *object;
	const uint8_t **starts;
	size_t *lengths, n = 0;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(parts)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_HASH_FOREACH_VAL(parts, part) {
		ZVAL_DEREF(part);
		if (Z_TYPE_P(part) != IS_STRING) {
			ob_throw(ONEBLOOM_INVALID_ARGUMENT, "part %zu must be a string, got %s", n, zend_zval_type_name(part));
			RETURN_THROWS();
		}
		n++;
	} ZEND_HASH_FOREACH_END();

	object = ob_object_new(return_value);
	starts = safe_emalloc(n + 1, sizeof(*starts), 0);
	lengths = safe_emalloc(n + 1, sizeof(*lengths), 0);
	n = 0;
	ZEND_HASH_FOREACH_VAL(parts, part) {
		ZVAL_DEREF(part);
		starts[n] = (const uint8_t *) Z_STRVAL_P(part);
		lengths[n] = Z_STRLEN_P(part);
		n++;
	} ZEND_HASH_FOREACH_END();
	code = onebloom_open_parts(starts, lengths, n, &object->filter);
	efree(starts);
	efree(lengths);
	if (code != ONEBLOOM_OK) {
		discard(return_value);
	}
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, add)
{
	zval *key;
	bool added = false;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(key)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	if (EXPECTED(Z_TYPE_P(key) == IS_STRING)) {
		CHECK(onebloom_add(filter, Z_STRVAL_P(key), Z_STRLEN_P(key), &added));
	} else if (EXPECTED(Z_TYPE_P(key) == IS_LONG)) {
		CHECK(onebloom_add_i64(filter, Z_LVAL_P(key), &added));
	} else {
		ob_key_throw(key);
		RETURN_THROWS();
	}
	RETURN_BOOL(added);
}

PHP_METHOD(Onebloom_BloomFilter, contains)
{
	zval *key;
	int32_t answer;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(key)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	if (EXPECTED(Z_TYPE_P(key) == IS_STRING)) {
		answer = onebloom_contains(filter, Z_STRVAL_P(key), Z_STRLEN_P(key));
	} else if (EXPECTED(Z_TYPE_P(key) == IS_LONG)) {
		answer = onebloom_contains_i64(filter, Z_LVAL_P(key));
	} else {
		ob_key_throw(key);
		RETURN_THROWS();
	}
	if (UNEXPECTED(answer < 0)) {
		ob_throw_last(-answer);
		RETURN_THROWS();
	}
	RETURN_BOOL(answer);
}

PHP_METHOD(Onebloom_BloomFilter, remove)
{
	zval *key;
	bool removed = false;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(key)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	if (Z_TYPE_P(key) == IS_STRING) {
		CHECK(onebloom_remove(filter, Z_STRVAL_P(key), Z_STRLEN_P(key), &removed));
	} else if (Z_TYPE_P(key) == IS_LONG) {
		CHECK(onebloom_remove_i64(filter, Z_LVAL_P(key), &removed));
	} else {
		ob_key_throw(key);
		RETURN_THROWS();
	}
	RETURN_BOOL(removed);
}

PHP_METHOD(Onebloom_BloomFilter, positions)
{
	zval *key, cell;
	zend_string *text;
	uint64_t cells[64]; /* k is at most 64 */
	size_t n = 0;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(key)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	if (Z_TYPE_P(key) != IS_STRING && Z_TYPE_P(key) != IS_LONG) {
		ob_key_throw(key);
		RETURN_THROWS();
	}
	text = zval_get_string(key);
	code = onebloom_positions(filter, ZSTR_VAL(text), ZSTR_LEN(text), cells, sizeof(cells) / sizeof(cells[0]), &n);
	zend_string_release(text);
	CHECK(code);
	array_init_size(return_value, (uint32_t) n);
	for (size_t i = 0; i < n; i++) {
		ZVAL_LONG(&cell, (zend_long) cells[i]); /* below 2^42 */
		zend_hash_next_index_insert(Z_ARRVAL_P(return_value), &cell);
	}
}

PHP_METHOD(Onebloom_BloomFilter, addMany)
{
	zval *keys;
	uint64_t added;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ITERABLE(keys)
	ZEND_PARSE_PARAMETERS_END();

	if (!ob_key_add_all(Z_OBJ_P(ZEND_THIS), keys, &added)) {
		RETURN_THROWS();
	}
	RETURN_LONG((zend_long) added);
}

PHP_METHOD(Onebloom_BloomFilter, containsMany)
{
	zval *keys;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ITERABLE(keys)
	ZEND_PARSE_PARAMETERS_END();

	if (!ob_key_ask_all(Z_OBJ_P(ZEND_THIS), keys, return_value)) {
		discard(return_value);
		RETURN_THROWS();
	}
}

PHP_METHOD(Onebloom_BloomFilter, merge)
{
	zval *other;
	const onebloom_filter *from;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(other, ob_filter_ce)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	from = ob_object_filter(ob_object_of(Z_OBJ_P(other)));
	if (!from) {
		RETURN_THROWS();
	}
	CHECK(onebloom_merge(filter, from));
}

PHP_METHOD(Onebloom_BloomFilter, clear)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);
	CHECK(onebloom_clear(filter));
}

PHP_METHOD(Onebloom_BloomFilter, copy)
{
	ob_object *object;
	int32_t code;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	object = ob_object_new(return_value);
	code = onebloom_copy(filter, &object->filter);
	if (code != ONEBLOOM_OK) {
		discard(return_value);
	}
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, save)
{
	zend_string *path;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(path)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	path = ob_path_allowed(path);
	if (!path) {
		RETURN_THROWS();
	}
	code = onebloom_save(filter, ZSTR_VAL(path), ZSTR_LEN(path));
	zend_string_release(path);
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, replace)
{
	zend_string *path;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(path)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	path = ob_path_allowed(path);
	if (!path) {
		RETURN_THROWS();
	}
	code = onebloom_replace(filter, ZSTR_VAL(path), ZSTR_LEN(path));
	zend_string_release(path);
	CHECK(code);
}

/* NULL with an exception. */
static zend_string *image(const onebloom_filter *filter)
{
	zend_string *bytes = NULL;
	size_t needed = 0;
	int32_t code = onebloom_to_bytes(filter, NULL, 0, &needed);

	/* A map that others write into may grow between the two calls. */
	while (code == ONEBLOOM_OK && (!bytes || ZSTR_LEN(bytes) != needed)) {
		size_t cap = needed;
		if (bytes) {
			zend_string_efree(bytes);
		}
		bytes = zend_string_alloc(cap, 0);
		code = onebloom_to_bytes(filter, (uint8_t *) ZSTR_VAL(bytes), cap, &needed);
		if (code == ONEBLOOM_OUT_OF_RANGE && needed > cap) {
			code = ONEBLOOM_OK;
		}
	}
	if (code != ONEBLOOM_OK) {
		if (bytes) {
			zend_string_efree(bytes);
		}
		ob_throw_last(code);
		return NULL;
	}
	ZSTR_VAL(bytes)[ZSTR_LEN(bytes)] = '\0';
	return bytes;
}

PHP_METHOD(Onebloom_BloomFilter, toBytes)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	bytes = image(filter);
	if (!bytes) {
		RETURN_THROWS();
	}
	RETURN_STR(bytes);
}

PHP_METHOD(Onebloom_BloomFilter, flush)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);
	CHECK(onebloom_flush(filter));
}

PHP_METHOD(Onebloom_BloomFilter, close)
{
	ob_object *object = OB_THIS();

	ZEND_PARSE_PARAMETERS_NONE();

	if (object->closed) {
		return;
	}
	if (!ob_object_filter(object)) {
		RETURN_THROWS();
	}
	ob_object_drop(object);
	object->closed = true;
}

PHP_METHOD(Onebloom_BloomFilter, verify)
{
	bool sealed = false;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);
	CHECK(onebloom_verify(filter, &sealed));
	RETURN_BOOL(sealed);
}

/* Whether open_basedir still allows the file behind a filter; true if there is none. */
static bool source_allowed(const ob_object *object)
{
	if (object->mapping) {
		return ob_path_still_allowed(ZSTR_VAL(object->mapping->path));
	}
	return !object->path || ob_path_still_allowed(ZSTR_VAL(object->path));
}

PHP_METHOD(Onebloom_BloomFilter, isStale)
{
	bool stale = false;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	if (!source_allowed(OB_THIS())) {
		RETURN_THROWS();
	}
	CHECK(onebloom_is_stale(filter, &stale));
	RETURN_BOOL(stale);
}

/* Gives the object another map of its path: its own if it has a time of its own, else the shared one. */
static bool map_again(ob_object *object)
{
	ob_mapping *old = object->mapping, *mapping;
	int32_t code;

	if (object->has_now) {
		mapping = ob_mapping_own(ZSTR_VAL(old->path), ZSTR_LEN(old->path), old->writes);
	} else {
		zend_string *path = zend_string_init(ZSTR_VAL(old->path), ZSTR_LEN(old->path), 0);
		zend_string *mode = zend_string_init(ob_mapping_mode(old), strlen(ob_mapping_mode(old)), 0);
		mapping = ob_mapping_open(path, mode, true);
		zend_string_release(path);
		zend_string_release(mode);
	}
	if (!mapping) {
		return false;
	}
	if (object->has_now && (code = onebloom_set_now(mapping->filter, true, object->now)) != ONEBLOOM_OK) {
		ob_mapping_release(mapping);
		ob_throw_last(code);
		return false;
	}
	ob_object_set_mapping(object, mapping);
	ob_mapping_release(old);
	return true;
}

PHP_METHOD(Onebloom_BloomFilter, reload)
{
	ob_object *object = OB_THIS();
	bool changed = false;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	if (!source_allowed(object)) {
		RETURN_THROWS();
	}
	if (!object->mapping) {
		CHECK(onebloom_reload(filter, &changed));
		RETURN_BOOL(changed);
	}
	/* Not the library's reload: other objects use this map and have not asked. */
	CHECK(onebloom_is_stale(filter, &changed));
	if (changed && !map_again(object)) {
		RETURN_THROWS();
	}
	RETURN_BOOL(changed);
}

PHP_METHOD(Onebloom_BloomFilter, setNow)
{
	ob_object *object = OB_THIS();
	zend_long now = 0;
	bool clock = false, had_now = object->has_now;
	int64_t before = object->now;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG_OR_NULL(now, clock)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	object->has_now = !clock;
	object->now = now;
	if (object->mapping && (object->mapping->table || object->mapping->references > 1)) {
		/* Others use this map, or will: the time is not theirs. */
		if ((clock && !had_now) || (source_allowed(object) && map_again(object))) {
			return;
		}
		object->has_now = had_now;
		object->now = before;
		RETURN_THROWS();
	}
	code = onebloom_set_now(filter, !clock, now);
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, stats)
{
	bool exact = false;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(exact)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);
	ob_stats(filter, exact, return_value);
}

PHP_METHOD(Onebloom_BloomFilter, __serialize)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	bytes = image(filter);
	if (!bytes) {
		RETURN_THROWS();
	}
	array_init_size(return_value, 1);
	add_assoc_str(return_value, "image", bytes);
}

PHP_METHOD(Onebloom_BloomFilter, __unserialize)
{
	ob_object *object = OB_THIS();
	HashTable *data;
	zval *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();

	if (!unused(object)) {
		RETURN_THROWS();
	}
	bytes = zend_hash_str_find(data, ZEND_STRL("image"));
	if (!bytes || (Z_ISREF_P(bytes) ? Z_TYPE_P(Z_REFVAL_P(bytes)) : Z_TYPE_P(bytes)) != IS_STRING) {
		ob_throw(ONEBLOOM_NOT_A_FILTER, "the serialized data has no filter in it");
		RETURN_THROWS();
	}
	ZVAL_DEREF(bytes);
	CHECK(onebloom_from_bytes((const uint8_t *) Z_STRVAL_P(bytes), Z_STRLEN_P(bytes), &object->filter));
}

/* Never throws: var_dump() would end the script. */
PHP_METHOD(Onebloom_BloomFilter, __debugInfo)
{
	ob_object *object = OB_THIS();
	zend_string *summary;

	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	if (!object->filter) {
		add_assoc_string(return_value, "filter", object->closed ? "closed" : "none");
		return;
	}
	summary = ob_summary(object->filter);
	if (summary) {
		add_assoc_str(return_value, "filter", summary);
	}
	if (object->mapping) {
		add_assoc_str(return_value, "path",
			zend_string_init(ZSTR_VAL(object->mapping->path), ZSTR_LEN(object->mapping->path), 0));
		add_assoc_string(return_value, "mode", ob_mapping_mode(object->mapping));
	}
}
