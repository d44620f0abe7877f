/* The methods that give a filter in other forms: sections, the bits of other programs, counting to classic. */
#include "method.h"
#include "fallible.h"
#include "key.h"
#include "options.h"

static int32_t read_part(const onebloom_filter *filter, const void *index, uint8_t *buf, size_t cap, size_t *needed)
{
	return onebloom_part(filter, *(const size_t *) index, buf, cap, needed);
}

static int32_t read_bits(const onebloom_filter *filter, const void *order, uint8_t *buf, size_t cap, size_t *needed)
{
	return onebloom_to_bits(filter, ZSTR_VAL((zend_string *) order), ZSTR_LEN((zend_string *) order), buf, cap, needed);
}

PHP_METHOD(Onebloom_BloomFilter, fromBits)
{
	zend_string *body;
	HashTable *given;
	ob_object *object;
	onebloom_options *options;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(body)
		Z_PARAM_ARRAY_HT(given)
	ZEND_PARSE_PARAMETERS_END();

	object = ob_object_new(return_value);
	options = ob_options_of(given);
	if (!options) {
		ob_discard(return_value);
		RETURN_THROWS();
	}
	code = onebloom_from_bits((const uint8_t *) ZSTR_VAL(body), ZSTR_LEN(body), options, &object->filter);
	onebloom_options_free(options);
	if (code != ONEBLOOM_OK) {
		ob_discard(return_value);
	}
	CHECK(code);
}

PHP_METHOD(Onebloom_BloomFilter, toBits)
{
	zend_string *order, *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(order)
	ZEND_PARSE_PARAMETERS_END();
	THIS_FILTER(filter);

	bytes = ob_read(read_bits, filter, order);
	if (!bytes) {
		RETURN_THROWS();
	}
	RETURN_STR(bytes);
}

PHP_METHOD(Onebloom_BloomFilter, toParts)
{
	size_t count = 0;
	zend_string *part;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	CHECK(onebloom_section_count(filter, &count));
	array_init_size(return_value, (uint32_t) count); /* at most 1024 */
	for (size_t i = 0; i < count; i++) {
		part = ob_read(read_part, filter, &i);
		if (!part) {
			ob_discard(return_value);
			RETURN_THROWS();
		}
		add_next_index_str(return_value, part);
	}
}

PHP_METHOD(Onebloom_BloomFilter, sectionOf)
{
	zval *key;
	zend_string *text;
	size_t section = 0;
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
	code = onebloom_section_of(filter, ZSTR_VAL(text), ZSTR_LEN(text), &section);
	zend_string_release(text);
	CHECK(code);
	RETURN_LONG((zend_long) section);
}

PHP_METHOD(Onebloom_BloomFilter, toClassic)
{
	ob_object *object;
	int32_t code;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	object = ob_object_new(return_value);
	code = onebloom_to_classic(filter, &object->filter);
	if (code != ONEBLOOM_OK) {
		ob_discard(return_value);
	}
	CHECK(code);
}
