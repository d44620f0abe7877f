/* The PHP object around a filter: its life, its handle, its handlers. */
#ifndef OB_OBJECT_H
#define OB_OBJECT_H

#include "mapping.h"

typedef struct {
	onebloom_filter *filter; /* NULL: never made (Reflection, unserialize), or closed */
	ob_mapping *mapping;     /* who owns `filter` if it is a map; otherwise the object does */
	zend_string *path;       /* where load() found it */
	bool closed;
	bool has_now;            /* setNow(), kept for the next map */
	int64_t now;
	zend_object std;
} ob_object;

extern zend_class_entry *ob_filter_ce;

static zend_always_inline ob_object *ob_object_of(zend_object *object)
{
	return (ob_object *) ((char *) object - XtOffsetOf(ob_object, std));
}

#define OB_THIS() ob_object_of(Z_OBJ_P(ZEND_THIS))

/* Throws what is wrong with an object that has no filter; returns NULL. */
ZEND_COLD onebloom_filter *ob_object_throw(const ob_object *object);

/* The filter to call, or NULL with an exception. Ask again after PHP code ran: it may have closed it. */
static zend_always_inline onebloom_filter *ob_object_filter(const ob_object *object)
{
	return EXPECTED(object->filter != NULL) ? object->filter : ob_object_throw(object);
}

/* Makes `value` an empty BloomFilter, ready for a filter to be stored in it. */
ob_object *ob_object_new(zval *value);

/* Gives the object its map. */
void ob_object_set_mapping(ob_object *object, ob_mapping *mapping);

/* Lets go of filter, map and path. */
void ob_object_drop(ob_object *object);

/* Sets the class's handlers (MINIT). */
void ob_object_init(zend_class_entry *ce);

#endif
