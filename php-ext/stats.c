#include "stats.h"
#include "errors.h"
#include "ext/json/php_json.h"

/* One of the library's functions that fill a buffer with text. */
typedef int32_t (*text_function)(const void *subject, bool exact, char *buf, size_t cap, size_t *needed);

static int32_t stats_text(const void *subject, bool exact, char *buf, size_t cap, size_t *needed)
{
	return onebloom_stats_json(subject, exact, buf, cap, needed);
}

static int32_t summary_text(const void *subject, bool exact, char *buf, size_t cap, size_t *needed)
{
	(void) exact;
	return onebloom_summary(subject, buf, cap, needed);
}

static int32_t redis_text(const void *subject, bool exact, char *buf, size_t cap, size_t *needed)
{
	(void) exact;
	return onebloom_redis_json(subject, buf, cap, needed);
}

/* What the function says, or NULL. A filter that others write into may grow between two calls. */
static zend_string *text(text_function function, const void *subject, bool exact, int32_t *code)
{
	size_t cap = 2048, needed = 0;
	zend_string *buf = zend_string_alloc(cap - 1, 0);

	while ((*code = function(subject, exact, ZSTR_VAL(buf), cap, &needed)) == ONEBLOOM_OUT_OF_RANGE && needed > cap) {
		zend_string_efree(buf);
		cap = needed + 256;
		buf = zend_string_alloc(cap - 1, 0);
	}
	if (*code != ONEBLOOM_OK) {
		zend_string_efree(buf);
		return NULL;
	}
	ZSTR_LEN(buf) = needed - 1;
	return buf;
}

static bool decode(const char *json, size_t len, zval *array)
{
	if (php_json_decode_ex(array, json, len, PHP_JSON_OBJECT_AS_ARRAY | PHP_JSON_BIGINT_AS_STRING,
			PHP_JSON_PARSER_DEFAULT_DEPTH) != SUCCESS || Z_TYPE_P(array) != IS_ARRAY) {
		ob_throw(ONEBLOOM_PANIC, "a bug in onebloom, please report it: its JSON cannot be read");
		return false;
	}
	return true;
}

static bool record(text_function function, const void *subject, bool exact, zval *array)
{
	int32_t code;
	zend_string *json = text(function, subject, exact, &code);
	bool ok;

	if (!json) {
		ob_throw_last(code);
		return false;
	}
	ok = decode(ZSTR_VAL(json), ZSTR_LEN(json), array);
	zend_string_release(json);
	return ok;
}

bool ob_stats(const onebloom_filter *filter, bool exact, zval *array)
{
	return record(stats_text, filter, exact, array);
}

bool ob_redis_record(const onebloom_redis_task *task, zval *array)
{
	return record(redis_text, task, false, array);
}

bool ob_plan(onebloom_options *options, zval *array)
{
	char json[4096]; /* a plan has a fixed number of fields */
	size_t needed = 0;
	int32_t code = onebloom_plan_json(options, json, sizeof(json), &needed);

	onebloom_options_free(options);
	if (code != ONEBLOOM_OK) {
		ob_throw_last(code);
		return false;
	}
	return decode(json, needed - 1, array);
}

zend_string *ob_summary(const onebloom_filter *filter)
{
	int32_t code;

	return text(summary_text, filter, false, &code);
}
