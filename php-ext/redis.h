/* Filters in Redis: the two classes that plan commands and read replies. They hold no connection. */
#ifndef OB_REDIS_H
#define OB_REDIS_H

#include "php_onebloom.h"

typedef struct {
	onebloom_redis *remote; /* NULL: the constructor failed */
	zend_object std;
} ob_remote;

typedef struct {
	onebloom_redis_task *task;
	zend_object std;
} ob_task;

/* Registers both classes (MINIT). */
void ob_redis_init(void);

static zend_always_inline ob_remote *ob_remote_of(zend_object *object)
{
	return (ob_remote *) ((char *) object - XtOffsetOf(ob_remote, std));
}

static zend_always_inline ob_task *ob_task_of(zend_object *object)
{
	return (ob_task *) ((char *) object - XtOffsetOf(ob_task, std));
}

/* The handle of $this; returns from the method with an exception if there is none. */
#define THIS_REMOTE(remote) THIS_HANDLE(onebloom_redis, remote, ob_remote_of(Z_OBJ_P(ZEND_THIS))->remote)
#define THIS_TASK(task) THIS_HANDLE(onebloom_redis_task, task, ob_task_of(Z_OBJ_P(ZEND_THIS))->task)
#define THIS_HANDLE(type, name, value) \
	type *name = (value); \
	if (UNEXPECTED(!name)) { \
		zend_throw_error(NULL, "The object was not made by its constructor"); \
		RETURN_THROWS(); \
	}

#endif
