/* serialize(), unserialize(), var_dump(). */
#include "method.h"
#include "stats.h"

PHP_METHOD(Onebloom_BloomFilter, __serialize)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FILTER(filter);

	bytes = ob_image(filter);
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

	if (!ob_unused(object)) {
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
