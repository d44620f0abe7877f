#include "options.h"
#include "errors.h"

#include <errno.h>

#define NO_OPTION_TYPE (-1)

/* "12345" means the integer: configuration files and databases give numbers as text, and an unsigned
 * 64-bit seed has no other form in PHP. No option that takes a text takes one of digits. */
static bool decimal(const zend_string *text, uint64_t *value)
{
	const char *p = ZSTR_VAL(text);
	size_t len = ZSTR_LEN(text);

	if (len == 0 || len > MAX_LENGTH_OF_LONG || (len > 1 && p[0] == '0') || strspn(p, "0123456789") != len) {
		return false;
	}
	errno = 0;
	*value = strtoull(p, NULL, 10);
	return errno == 0;
}

/* Where options go: into those of a filter, or into the settings of one in Redis. */
typedef struct {
	onebloom_options *options;
	onebloom_redis_settings *settings;
} target;

#define PUT(type, ...) (to->settings \
	? onebloom_redis_settings_set_ ## type(to->settings, name, len, __VA_ARGS__) \
	: onebloom_options_set_ ## type(to->options, name, len, __VA_ARGS__))

/* A code, or NO_OPTION_TYPE. */
static int32_t set(const target *to, const char *name, size_t len, const zval *value)
{
	uint64_t number;

	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			return PUT(i64, Z_LVAL_P(value));
		case IS_DOUBLE:
			return PUT(f64, Z_DVAL_P(value));
		case IS_STRING:
			if (decimal(Z_STR_P(value), &number)) {
				return PUT(u64, number);
			}
			return PUT(text, Z_STRVAL_P(value), Z_STRLEN_P(value));
		case IS_NULL:
			if (to->settings) {
				return ONEBLOOM_OK; /* not given */
			}
	}
	return NO_OPTION_TYPE;
}

/* The first option that was refused. */
typedef struct {
	const char *name;
	const zval *value;
	char digits[MAX_LENGTH_OF_LONG + 1];
} refused;

static int32_t set_all(const target *to, HashTable *given, refused *bad)
{
	zend_ulong number;
	zend_string *key;
	zval *value;
	size_t len;
	int32_t code;

	ZEND_HASH_FOREACH_KEY_VAL(given, number, key, value) {
		ZVAL_DEREF(value);
		bad->value = value;
		if (key) {
			bad->name = ZSTR_VAL(key);
			len = ZSTR_LEN(key);
		} else {
			/* A list: its number goes through as a name, for the library to refuse. */
			len = (size_t) snprintf(bad->digits, sizeof(bad->digits), ZEND_LONG_FMT, (zend_long) number);
			bad->name = bad->digits;
		}
		code = set(to, bad->name, len, value);
		if (code != ONEBLOOM_OK) {
			return code;
		}
	} ZEND_HASH_FOREACH_END();
	return ONEBLOOM_OK;
}

/* A float with a fraction, or beyond PHP_INT_MAX, goes to the library as it is, so that its message names
 * what was given; PHP would cut it down first. Everything else is as for any int parameter. */
static bool parse_capacity(zval *arg, bool strict, zval *capacity)
{
	zend_long number;

	if (Z_TYPE_P(arg) == IS_DOUBLE && !strict && !zend_is_long_compatible(Z_DVAL_P(arg), zend_dval_to_lval(Z_DVAL_P(arg)))) {
		ZVAL_DOUBLE(capacity, Z_DVAL_P(arg));
		return true;
	}
	if (!zend_parse_arg_long(arg, &number, NULL, 0, 1)) {
		if (!EG(exception)) {
			zend_argument_type_error(1, "must be of type int, %s given", zend_zval_type_name(arg));
		}
		return false;
	}
	ZVAL_LONG(capacity, number);
	return true;
}

/* true, or false with an exception that says what was wrong. */
static bool finished(target *to, int32_t code, const refused *bad)
{
	if (code == ONEBLOOM_OK) {
		return true;
	}
	/* Freed first: making an exception may bail out. */
	onebloom_options_free(to->options);
	onebloom_redis_settings_free(to->settings);
	if (code == NO_OPTION_TYPE) {
		ob_throw(ONEBLOOM_INVALID_ARGUMENT,
			"the option %s must be an integer, a float or a string, got %s", bad->name, zend_zval_type_name(bad->value));
	} else {
		ob_throw_last(code);
	}
	return false;
}

onebloom_options *ob_options_parse(zend_execute_data *execute_data)
{
	zval *first, capacity, fpp;
	double probability = 0;
	bool has_fpp = ZEND_NUM_ARGS() > 1;
	HashTable *given = NULL;
	refused bad;
	target to = { NULL, NULL };
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ZVAL(first)
		Z_PARAM_OPTIONAL
		Z_PARAM_DOUBLE(probability)
		Z_PARAM_ARRAY_HT(given)
	ZEND_PARSE_PARAMETERS_END_EX(return NULL);
	if (!parse_capacity(first, ZEND_ARG_USES_STRICT_TYPES(), &capacity)) {
		return NULL;
	}
	ZVAL_DOUBLE(&fpp, probability);

	code = onebloom_options_new(&to.options);
	if (code == ONEBLOOM_OK) {
		code = set(&to, ZEND_STRL("capacity"), &capacity);
	}
	if (code == ONEBLOOM_OK && has_fpp) {
		code = set(&to, ZEND_STRL("fpp"), &fpp);
	}
	if (code == ONEBLOOM_OK && given) {
		code = set_all(&to, given, &bad);
	}
	return finished(&to, code, &bad) ? to.options : NULL;
}

onebloom_options *ob_options_of(HashTable *given)
{
	refused bad;
	target to = { NULL, NULL };
	int32_t code = onebloom_options_new(&to.options);

	if (code == ONEBLOOM_OK) {
		code = set_all(&to, given, &bad);
	}
	return finished(&to, code, &bad) ? to.options : NULL;
}

onebloom_redis_settings *ob_settings_of(HashTable *given)
{
	refused bad;
	target to = { NULL, NULL };
	int32_t code = onebloom_redis_settings_new(&to.settings);

	if (code == ONEBLOOM_OK && given) {
		code = set_all(&to, given, &bad);
	}
	return finished(&to, code, &bad) ? to.settings : NULL;
}
