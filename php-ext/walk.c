#include "walk.h"
#include "errors.h"
#include "fallible.h"
#include "key.h"
#include "ext/spl/spl_iterators.h"

/* So many keys are taken from the iterable before the library is called. While the iterable's own code
 * runs no call of ours is under way: it may add, ask and close as it likes, or end the request. */
#define CHUNK 256

typedef struct {
	ob_object *filter;
	zval *answers;      /* NULL: adding */
	uint64_t taken;     /* keys before this one */
	uint64_t added;
	bool code_runs;     /* PHP code runs between two keys: hold what was taken */
	bool integers;      /* what the chunk holds; one kind at a time */
	uint32_t count;
	union {
		struct {
			const uint8_t *start[CHUNK];
			size_t length[CHUNK];
		} text;
		int64_t number[CHUNK];
	} keys;
	zend_string *held[CHUNK];
	zval place[CHUNK];  /* the array key of an answer */
} walk;

static void release_chunk(walk *w)
{
	for (uint32_t i = 0; w->code_runs && i < w->count; i++) {
		if (!w->integers) {
			zend_string_release(w->held[i]);
		}
		if (w->answers) {
			zval_ptr_dtor(&w->place[i]);
		}
	}
	w->count = 0;
}

/* One answer under an iterable's own key, as iterator_to_array() puts it. false with an exception. */
static bool store_under(HashTable *table, zval *place, zval *value)
{
	switch (Z_TYPE_P(place)) {
		case IS_LONG:
			return ob_index_update(table, Z_LVAL_P(place), value);
		case IS_STRING:
			return ob_symtable_update(table, Z_STR_P(place), value);
	}
	return array_set_zval_key(table, place, value) == SUCCESS && !EG(exception);
}

static void store_answers(walk *w, const uint8_t *answer)
{
	HashTable *table = Z_ARRVAL_P(w->answers);
	bool going_on = true;
	zval value;

	for (uint32_t i = 0; going_on && i < w->count; i++) {
		zval *place = &w->place[i];
		ZVAL_BOOL(&value, answer[i] != 0);
		if (w->code_runs) {
			going_on = store_under(table, place, &value);
		} else if (Z_TYPE_P(place) == IS_LONG) {
			going_on = ob_index_update(table, Z_LVAL_P(place), &value);
		} else {
			going_on = ob_hash_update(table, Z_STR_P(place), &value);
		}
	}
}

/* Gives the chunk to the library. */
static bool flush(walk *w)
{
	uint8_t answer[CHUNK];
	uint64_t added = 0, before;
	int32_t code;
	onebloom_filter *filter;

	if (w->count == 0) {
		return true;
	}
	filter = ob_object_filter(w->filter);
	if (!filter) {
		release_chunk(w);
		return false;
	}
	if (w->answers) {
		code = w->integers
			? onebloom_contains_many_i64(filter, w->keys.number, w->count, answer)
			: onebloom_contains_many(filter, w->keys.text.start, w->keys.text.length, w->count, answer);
		if (code == ONEBLOOM_OK) {
			store_answers(w, answer);
		}
	} else {
		code = w->integers
			? onebloom_add_many_i64(filter, w->keys.number, w->count, &added)
			: onebloom_add_many(filter, w->keys.text.start, w->keys.text.length, w->count, &added);
		w->added += added;
	}
	before = w->taken - w->count;
	release_chunk(w);
	if (code != ONEBLOOM_OK && !w->answers && before > 0) {
		/* The library counts within the chunk. */
		ob_throw(code, "%s; counted after the first " ZEND_ULONG_FMT " keys of this call, which were added",
			onebloom_last_error(), (zend_ulong) before);
	} else if (code != ONEBLOOM_OK) {
		ob_throw_last(code);
	}
	return !EG(exception);
}

static bool take(walk *w, zval *value, const zval *place)
{
	bool integer;

	ZVAL_DEREF(value);
	integer = Z_TYPE_P(value) == IS_LONG;
	if (UNEXPECTED(!integer && Z_TYPE_P(value) != IS_STRING)) {
		const char *given = zend_zval_type_name(value);
		if (!flush(w)) {
			return false;
		}
		if (w->answers) {
			ob_key_throw(value);
		} else {
			ob_throw(ONEBLOOM_KEY_TYPE,
				"a key must be an integer or a string, got %s; the " ZEND_ULONG_FMT " keys before it are in",
				given, (zend_ulong) w->taken);
		}
		return false;
	}
	if ((w->count == CHUNK || (w->count > 0 && integer != w->integers)) && !flush(w)) {
		return false;
	}
	w->integers = integer;
	if (integer) {
		w->keys.number[w->count] = Z_LVAL_P(value);
	} else {
		w->keys.text.start[w->count] = (const uint8_t *) Z_STRVAL_P(value);
		w->keys.text.length[w->count] = Z_STRLEN_P(value);
		if (w->code_runs) {
			w->held[w->count] = zend_string_copy(Z_STR_P(value));
		}
	}
	if (w->answers) {
		if (w->code_runs) {
			ZVAL_COPY(&w->place[w->count], place);
		} else {
			ZVAL_COPY_VALUE(&w->place[w->count], place);
		}
	}
	w->count++;
	w->taken++;
	return true;
}

static int take_next(zend_object_iterator *iterator, void *data)
{
	walk *w = data;
	zval *value = iterator->funcs->get_current_data(iterator);
	zval place;
	bool going_on;

	ZVAL_UNDEF(&place);
	if (EG(exception) || !value) {
		return ZEND_HASH_APPLY_STOP;
	}
	if (w->answers) {
		if (iterator->funcs->get_current_key) {
			iterator->funcs->get_current_key(iterator, &place);
			if (EG(exception)) {
				zval_ptr_dtor(&place);
				return ZEND_HASH_APPLY_STOP;
			}
		} else {
			ZVAL_LONG(&place, (zend_long) w->taken);
		}
	}
	going_on = take(w, value, &place);
	zval_ptr_dtor(&place);
	return going_on ? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_STOP;
}

static bool walk_all(walk *w, zval *keys)
{
	zval *value, place;
	zend_ulong number;
	zend_string *name;

	if (Z_TYPE_P(keys) == IS_ARRAY) {
		ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(keys), number, name, value) {
			if (name) {
				ZVAL_STR(&place, name);
			} else {
				ZVAL_LONG(&place, (zend_long) number);
			}
			if (!take(w, value, &place)) {
				return false;
			}
		} ZEND_HASH_FOREACH_END();
	} else {
		w->code_runs = true;
		spl_iterator_apply(keys, take_next, w);
	}
	/* Also after the iterable has thrown: what it gave before is in, as with a bad key. */
	return flush(w) && !EG(exception);
}

static void walk_init(walk *w, zend_object *filter, zval *answers)
{
	w->filter = ob_object_of(filter);
	w->answers = answers;
	w->taken = 0;
	w->added = 0;
	w->code_runs = false;
	w->integers = false;
	w->count = 0;
}

bool ob_walk_add(zend_object *filter, zval *keys, uint64_t *added)
{
	walk w;

	walk_init(&w, filter, NULL);
	if (!ob_object_filter(w.filter) || !walk_all(&w, keys)) {
		return false;
	}
	*added = w.added;
	return true;
}

bool ob_walk_ask(zend_object *filter, zval *keys, zval *answers)
{
	walk w;

	walk_init(&w, filter, answers);
	if (!ob_object_filter(w.filter)) {
		return false;
	}
	if (Z_TYPE_P(keys) != IS_ARRAY) {
		array_init(answers);
	} else {
		HashTable *given = Z_ARRVAL_P(keys);
		uint32_t n = zend_hash_num_elements(given);
		if (n > 0 && HT_IS_PACKED(given) && HT_IS_WITHOUT_HOLES(given)
				? !ob_array_init_packed(answers, n) : !ob_array_init(answers, n)) {
			return false;
		}
	}
	return walk_all(&w, keys);
}
