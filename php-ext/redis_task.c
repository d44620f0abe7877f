/* Onebloom\Redis\Task: commands out, replies in. Each method is one short visit to the library; whoever sends
 * and waits is PHP code, between two of them. */
#include "redis.h"
#include "fallible.h"
#include "method.h"
#include "stats.h"
#include "zend_exceptions.h"

/* Deeper than any reply of a command that is planned; a script could nest arrays until the stack ends. */
#define DEPTH 16

PHP_METHOD(Onebloom_Redis_Task, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

PHP_METHOD(Onebloom_Redis_Task, advance)
{
	int32_t more;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);

	more = onebloom_redis_advance(task);
	if (more < 0) {
		ob_throw_last(-more);
		RETURN_THROWS();
	}
	RETURN_BOOL(more);
}

/* One command as a list of strings. false with an exception. */
static bool command(onebloom_redis_task *task, size_t index, zval *list)
{
	const uint8_t *const *args;
	const size_t *lengths;
	size_t count;
	zend_string *arg;
	int32_t code = onebloom_redis_command(task, index, &args, &lengths, &count, NULL, NULL);

	if (code != ONEBLOOM_OK) {
		ob_throw_last(code);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		arg = ob_string_alloc(lengths[i]);
		if (!arg) {
			return false;
		}
		memcpy(ZSTR_VAL(arg), args[i], lengths[i]);
		ZSTR_VAL(arg)[lengths[i]] = '\0';
		add_next_index_str(list, arg);
	}
	return true;
}

PHP_METHOD(Onebloom_Redis_Task, commands)
{
	size_t count = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);

	CHECK(onebloom_redis_commands(task, &count));
	array_init_size(return_value, (uint32_t) count);
	for (size_t i = 0; i < count; i++) {
		zval list;
		bool complete;

		array_init(&list);
		complete = command(task, i, &list);
		add_next_index_zval(return_value, &list);
		if (!complete) {
			ob_discard(return_value);
			RETURN_THROWS();
		}
	}
}

/* The key's index and the flags of each command. */
static int32_t describe(onebloom_redis_task *task, size_t index, size_t *key, uint32_t *flags)
{
	const uint8_t *const *args;
	const size_t *lengths;
	size_t count;

	return onebloom_redis_command(task, index, &args, &lengths, &count, key, flags);
}

PHP_METHOD(Onebloom_Redis_Task, keyIndexes)
{
	size_t count = 0, key = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);

	CHECK(onebloom_redis_commands(task, &count));
	array_init_size(return_value, (uint32_t) count);
	for (size_t i = 0; i < count && describe(task, i, &key, NULL) == ONEBLOOM_OK; i++) {
		add_next_index_long(return_value, (zend_long) key);
	}
}

PHP_METHOD(Onebloom_Redis_Task, writes)
{
	size_t count = 0, key;
	uint32_t flags = 0, all = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);

	CHECK(onebloom_redis_commands(task, &count));
	for (size_t i = 0; i < count && describe(task, i, &key, &flags) == ONEBLOOM_OK; i++) {
		all |= flags;
	}
	RETURN_BOOL(all & 2);
}

static int32_t reply_text(onebloom_redis_task *task, const zend_string *text)
{
	return onebloom_redis_reply_bytes(task, (const uint8_t *) ZSTR_VAL(text), ZSTR_LEN(text));
}

/* The message of an exception is a property of its own, so reading it runs no PHP code. */
static int32_t reply_error(onebloom_redis_task *task, zend_object *thrown)
{
	zval copy;
	zval *message = zend_read_property_ex(zend_get_exception_base(thrown), thrown, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &copy);

	return Z_TYPE_P(message) == IS_STRING ? onebloom_redis_reply_error(task, Z_STRVAL_P(message), Z_STRLEN_P(message))
		: onebloom_redis_reply_error(task, "ERR", 3);
}

/* One reply with all that is in it. false with an exception. */
static bool reply(onebloom_redis_task *task, zval *value, int depth)
{
	int32_t code = ONEBLOOM_OK;
	zend_string *text;
	zval *member;

	ZVAL_DEREF(value);
	switch (Z_TYPE_P(value)) {
		case IS_NULL:
		case IS_FALSE:
			code = onebloom_redis_reply_nil(task);
			break;
		case IS_TRUE:
			code = onebloom_redis_reply_int(task, 1);
			break;
		case IS_LONG:
			code = onebloom_redis_reply_int(task, Z_LVAL_P(value));
			break;
		case IS_STRING:
			code = reply_text(task, Z_STR_P(value));
			break;
		case IS_DOUBLE:
			text = zval_get_string(value);
			code = reply_text(task, text);
			zend_string_release(text);
			break;
		case IS_ARRAY:
			if (depth == DEPTH) {
				zend_type_error("A Redis reply is nested too deeply");
				return false;
			}
			code = onebloom_redis_reply_list(task, zend_hash_num_elements(Z_ARRVAL_P(value)));
			ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), member) {
				if (code != ONEBLOOM_OK || !reply(task, member, depth + 1)) {
					break;
				}
			} ZEND_HASH_FOREACH_END();
			break;
		case IS_OBJECT:
			if (instanceof_function(Z_OBJCE_P(value), zend_ce_throwable)) {
				code = reply_error(task, Z_OBJ_P(value));
				break;
			}
			ZEND_FALLTHROUGH;
		default:
			zend_type_error("A Redis reply of type %s", zend_zval_type_name(value));
			return false;
	}
	if (code != ONEBLOOM_OK) {
		ob_throw_last(code);
	}
	return !EG(exception);
}

PHP_METHOD(Onebloom_Redis_Task, feed)
{
	HashTable *replies;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(replies)
	ZEND_PARSE_PARAMETERS_END();
	THIS_TASK(task);

	ZEND_HASH_FOREACH_VAL(replies, value) {
		if (!reply(task, value, 0)) {
			/* Half a reply must not be taken for the beginning of the next one. */
			onebloom_redis_lost(task, ZEND_STRL("a reply could not be read"));
			RETURN_THROWS();
		}
	} ZEND_HASH_FOREACH_END();
}

PHP_METHOD(Onebloom_Redis_Task, lost)
{
	zend_string *why;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(why)
	ZEND_PARSE_PARAMETERS_END();
	THIS_TASK(task);
	CHECK(onebloom_redis_lost(task, ZSTR_VAL(why), ZSTR_LEN(why)));
}

PHP_METHOD(Onebloom_Redis_Task, answers)
{
	size_t count = 0;
	uint8_t *answers;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);

	CHECK(onebloom_redis_answers(task, NULL, 0, &count));
	answers = safe_emalloc(count + 1, 1, 0);
	if (onebloom_redis_answers(task, answers, count, &count) != ONEBLOOM_OK) {
		count = 0; /* cannot fail: the same task, and room for all */
	}
	array_init_size(return_value, (uint32_t) count);
	for (size_t i = 0; i < count; i++) {
		add_next_index_bool(return_value, answers[i]);
	}
	efree(answers);
}

PHP_METHOD(Onebloom_Redis_Task, record)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);
	ob_redis_record(task, return_value);
}

PHP_METHOD(Onebloom_Redis_Task, filter)
{
	ob_object *object;
	int32_t code;

	ZEND_PARSE_PARAMETERS_NONE();
	THIS_TASK(task);

	object = ob_object_new(return_value);
	code = onebloom_redis_take_filter(task, &object->filter);
	if (code != ONEBLOOM_OK) {
		ob_discard(return_value);
	}
	CHECK(code);
}
