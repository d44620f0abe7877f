/* Keys, and the methods that take them. A value is looked at before PHP can turn it into another type: null
 * and false would become the empty key, 1.0 the key 1. */
#include "method.h"
#include "key.h"
#include "walk.h"

void ob_key_throw(const zval *value)
{
	ob_throw(ONEBLOOM_KEY_TYPE,
		"a key must be an integer or a string, got %s; convert it yourself so that every language does it alike",
		zend_zval_type_name(value));
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

	if (!ob_walk_add(Z_OBJ_P(ZEND_THIS), keys, &added)) {
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

	if (!ob_walk_ask(Z_OBJ_P(ZEND_THIS), keys, return_value)) {
		ob_discard(return_value);
		RETURN_THROWS();
	}
}
