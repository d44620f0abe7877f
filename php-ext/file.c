/* The methods around bytes and files: out, and in again when the file has changed. */
#include "method.h"
#include "fallible.h"
#include "path.h"

zend_string *ob_read(ob_reader *read, const onebloom_filter *filter, const void *argument)
{
	zend_string *bytes = NULL;
	size_t needed = 0;
	int32_t code = read(filter, argument, NULL, 0, &needed);

	/* A map that others write into may grow between the two calls. */
	while (code == ONEBLOOM_OK && (!bytes || ZSTR_LEN(bytes) != needed)) {
		size_t cap = needed;
		if (bytes) {
			zend_string_efree(bytes);
		}
		bytes = ob_string_alloc(cap);
		if (!bytes) {
			return NULL;
		}
		code = read(filter, argument, (uint8_t *) ZSTR_VAL(bytes), cap, &needed);
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

static int32_t read_image(const onebloom_filter *filter, const void *nothing, uint8_t *buf, size_t cap, size_t *needed)
{
	return onebloom_to_bytes(filter, buf, cap, needed);
}

zend_string *ob_image(const onebloom_filter *filter)
{
	return ob_read(read_image, filter, NULL);
}

static void write_file(INTERNAL_FUNCTION_PARAMETERS, int32_t (*write)(const onebloom_filter *, const char *, size_t))
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
	code = write(filter, ZSTR_VAL(path), ZSTR_LEN(path));
	if (code == ONEBLOOM_OK) {
		ob_mapping_look_again(path);
	}
	zend_string_release(path);
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, save)
{
	write_file(INTERNAL_FUNCTION_PARAM_PASSTHRU, onebloom_save);
}

PHP_METHOD(Onebloom_BloomFilter, replace)
{
	write_file(INTERNAL_FUNCTION_PARAM_PASSTHRU, onebloom_replace);
}

PHP_METHOD(Onebloom_BloomFilter, toBytes)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	bytes = ob_image(filter);
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
