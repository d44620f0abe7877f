/* What the methods share. */
#ifndef OB_METHOD_H
#define OB_METHOD_H

#include "object.h"
#include "errors.h"

/* Each of these returns from the method with an exception. */
#define THIS_FILTER(filter) \
	onebloom_filter *filter = ob_object_filter(OB_THIS()); \
	if (UNEXPECTED(!filter)) { \
		RETURN_THROWS(); \
	}
#define CHECK(expression) do { \
		int32_t code_ = (expression); \
		if (UNEXPECTED(code_ != ONEBLOOM_OK)) { \
			ob_throw_last(code_); \
			RETURN_THROWS(); \
		} \
	} while (0)

/* Takes back a new object that got no filter. */
void ob_discard(zval *return_value);

/* An object is filled once: the constructor and __unserialize() can be called by name. false with an exception. */
bool ob_unused(const ob_object *object);

/* What the library gives as (buf, cap, needed), as a string; NULL with an exception. */
typedef int32_t ob_reader(const onebloom_filter *filter, const void *argument, uint8_t *buf, size_t cap, size_t *needed);
zend_string *ob_read(ob_reader *read, const onebloom_filter *filter, const void *argument);

/* The sealed image of a filter, or NULL with an exception. */
zend_string *ob_image(const onebloom_filter *filter);

#endif
