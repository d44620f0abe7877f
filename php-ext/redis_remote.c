/* Onebloom\Redis\Remote: names, settings, and the beginning of a task. */
#include "redis.h"
#include "key.h"
#include "method.h"
#include "options.h"
#include "zend_exceptions.h"
#include "redis_arginfo.h"

static zend_class_entry *remote_ce, *task_ce;
static zend_object_handlers remote_handlers, task_handlers;

static zend_object *create_remote(zend_class_entry *ce)
{
	ob_remote *object = zend_object_alloc(sizeof(ob_remote), ce);

	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	object->std.handlers = &remote_handlers;
	return &object->std;
}

static void free_remote(zend_object *std)
{
	onebloom_redis_free(ob_remote_of(std)->remote);
	zend_object_std_dtor(std);
}

static zend_object *create_task(zend_class_entry *ce)
{
	ob_task *object = zend_object_alloc(sizeof(ob_task), ce);

	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	object->std.handlers = &task_handlers;
	return &object->std;
}

static void free_task(zend_object *std)
{
	onebloom_redis_task_free(ob_task_of(std)->task);
	zend_object_std_dtor(std);
}

/* Neither can be copied or compared: both stand for something that goes on elsewhere. */
static void prepare(zend_object_handlers *handlers, size_t offset, zend_object_free_obj_t free_object)
{
	memcpy(handlers, zend_get_std_object_handlers(), sizeof(*handlers));
	handlers->offset = (int) offset;
	handlers->free_obj = free_object;
	handlers->clone_obj = NULL;
	handlers->compare = zend_objects_not_comparable;
}

void ob_redis_init(void)
{
	remote_ce = register_class_Onebloom_Redis_Remote();
	remote_ce->create_object = create_remote;
	prepare(&remote_handlers, XtOffsetOf(ob_remote, std), free_remote);
	task_ce = register_class_Onebloom_Redis_Task();
	task_ce->create_object = create_task;
	prepare(&task_handlers, XtOffsetOf(ob_task, std), free_task);
}

PHP_METHOD(Onebloom_Redis_Remote, __construct)
{
	zend_string *name;
	HashTable *given = NULL;
	onebloom_redis_settings *settings;
	ob_remote *object = ob_remote_of(Z_OBJ_P(ZEND_THIS));
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(name)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(given)
	ZEND_PARSE_PARAMETERS_END();

	if (object->remote) {
		zend_throw_error(NULL, "The Onebloom\\Redis\\Remote object has its filter already");
		RETURN_THROWS();
	}
	settings = ob_settings_of(given);
	if (!settings) {
		RETURN_THROWS();
	}
	code = onebloom_redis_new((const uint8_t *) ZSTR_VAL(name), ZSTR_LEN(name), settings, &object->remote);
	onebloom_redis_settings_free(settings);
	CHECK(code);
}

PHP_METHOD(Onebloom_Redis_Remote, next)
{
	HashTable *given = NULL;
	onebloom_redis_settings *settings;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(given)
	ZEND_PARSE_PARAMETERS_END();
	THIS_REMOTE(remote);

	object_init_ex(return_value, remote_ce);
	settings = ob_settings_of(given);
	if (!settings) {
		ob_discard(return_value);
		RETURN_THROWS();
	}
	code = onebloom_redis_next(remote, settings, &ob_remote_of(Z_OBJ_P(return_value))->remote);
	onebloom_redis_settings_free(settings);
	if (code != ONEBLOOM_OK) {
		ob_discard(return_value);
	}
	CHECK(code);
}

PHP_METHOD(Onebloom_Redis_Remote, setNow)
{
	zend_long now = 0;
	bool none;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG_OR_NULL(now, none)
	ZEND_PARSE_PARAMETERS_END();
	THIS_REMOTE(remote);
	CHECK(onebloom_redis_set_now(remote, !none, now));
}

/* An array runs no PHP code while it is walked. false with an exception. */
static bool begin_keys(const onebloom_redis *remote, zend_string *verb, HashTable *keys, onebloom_redis_task **task)
{
	uint32_t n = zend_hash_num_elements(keys), i = 0;
	zend_string **held = safe_emalloc(n + 1, sizeof(*held), 0);
	const uint8_t **starts;
	size_t *lengths;
	zval *key, *bad = NULL;
	int32_t code = ONEBLOOM_OK;

	ZEND_HASH_FOREACH_VAL(keys, key) {
		ZVAL_DEREF(key);
		if (Z_TYPE_P(key) != IS_STRING && Z_TYPE_P(key) != IS_LONG) {
			bad = key;
			break;
		}
		held[i++] = zval_get_string(key);
	} ZEND_HASH_FOREACH_END();
	if (!bad) {
		starts = safe_emalloc(n + 1, sizeof(*starts), 0);
		lengths = safe_emalloc(n + 1, sizeof(*lengths), 0);
		for (uint32_t j = 0; j < n; j++) {
			starts[j] = (const uint8_t *) ZSTR_VAL(held[j]);
			lengths[j] = ZSTR_LEN(held[j]);
		}
		code = onebloom_redis_begin_keys(remote, ZSTR_VAL(verb), ZSTR_LEN(verb), starts, lengths, n, task);
		efree(starts);
		efree(lengths);
	}
	while (i > 0) {
		zend_string_release(held[--i]);
	}
	efree(held);
	if (bad) {
		ob_key_throw(bad);
	} else if (code != ONEBLOOM_OK) {
		ob_throw_last(code);
	}
	return !bad && code == ONEBLOOM_OK;
}

PHP_METHOD(Onebloom_Redis_Remote, task)
{
	zend_string *verb;
	zval *with = NULL;
	onebloom_redis_task **task;
	const onebloom_filter *filter;
	int32_t code;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(verb)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(with)
	ZEND_PARSE_PARAMETERS_END();
	THIS_REMOTE(remote);

	object_init_ex(return_value, task_ce);
	task = &ob_task_of(Z_OBJ_P(return_value))->task;
	if (with && Z_TYPE_P(with) == IS_ARRAY) {
		if (!begin_keys(remote, verb, Z_ARRVAL_P(with), task)) {
			ob_discard(return_value);
			RETURN_THROWS();
		}
		return;
	}
	if (!with || Z_TYPE_P(with) == IS_NULL) {
		code = onebloom_redis_begin(remote, ZSTR_VAL(verb), ZSTR_LEN(verb), task);
	} else if (Z_TYPE_P(with) == IS_OBJECT && Z_OBJCE_P(with) == ob_filter_ce) {
		filter = ob_object_filter(ob_object_of(Z_OBJ_P(with)));
		if (!filter) {
			ob_discard(return_value);
			RETURN_THROWS();
		}
		code = onebloom_redis_begin_filter(remote, ZSTR_VAL(verb), ZSTR_LEN(verb), filter, task);
	} else {
		ob_discard(return_value);
		zend_argument_type_error(2, "must be of type array, Onebloom\\BloomFilter or null, %s given", zend_zval_type_name(with));
		RETURN_THROWS();
	}
	if (code != ONEBLOOM_OK) {
		ob_discard(return_value);
	}
	CHECK(code);
}
