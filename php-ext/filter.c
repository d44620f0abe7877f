/* The methods that make a filter, change it as a whole, or describe it. */
#include "method.h"
#include "options.h"
#include "path.h"
#include "stats.h"
#include "zend_exceptions.h"

void ob_discard(zval *return_value)
{
	zval_ptr_dtor(return_value);
	ZVAL_NULL(return_value);
}

bool ob_unused(const ob_object *object)
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
		ob_unused(object);
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
		ob_discard(return_value);
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
		ob_discard(return_value);
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
		ob_discard(return_value);
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
		ob_discard(return_value);
	}
	CHECK(code);
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
		ob_discard(return_value);
	}
	CHECK(code);
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
