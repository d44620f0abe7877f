#include "object.h"
#include "errors.h"
#include "zend_exceptions.h"

zend_class_entry *ob_filter_ce;
static zend_object_handlers handlers;

onebloom_filter *ob_object_throw(const ob_object *object)
{
	if (object->closed) {
		ob_throw(ONEBLOOM_CLOSED, "the filter is closed; open or create it again");
	} else {
		zend_throw_error(NULL, "The Onebloom\\BloomFilter object was not made by its constructor, and has no filter");
	}
	return NULL;
}

static zend_object *create_object(zend_class_entry *ce)
{
	ob_object *object = zend_object_alloc(sizeof(ob_object), ce);

	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	object->std.handlers = &handlers;
	return &object->std;
}

ob_object *ob_object_new(zval *value)
{
	object_init_ex(value, ob_filter_ce);
	return ob_object_of(Z_OBJ_P(value));
}

void ob_object_set_mapping(ob_object *object, ob_mapping *mapping)
{
	object->mapping = mapping;
	object->filter = mapping->filter;
}

void ob_object_drop(ob_object *object)
{
	if (object->mapping) {
		ob_mapping_release(object->mapping);
	} else {
		onebloom_free(object->filter);
	}
	if (object->path) {
		zend_string_release(object->path);
	}
	object->mapping = NULL;
	object->filter = NULL;
	object->path = NULL;
}

static void free_object(zend_object *std)
{
	ob_object_drop(ob_object_of(std));
	zend_object_std_dtor(std);
}

/* A read-only map is shared; anything that can be written is copied, or the two would not be two. */
static zend_object *clone_object(zend_object *std)
{
	ob_object *from = ob_object_of(std);
	ob_object *to = ob_object_of(create_object(std->ce));
	int32_t code;

	zend_objects_clone_members(&to->std, std);
	if (!ob_object_filter(from)) {
		return &to->std;
	}
	if (from->mapping && !from->mapping->writes) {
		ob_object_set_mapping(to, ob_mapping_share(from->mapping));
	} else {
		code = onebloom_copy(from->filter, &to->filter);
		if (code != ONEBLOOM_OK) {
			ob_throw_last(code);
			return &to->std;
		}
	}
	to->has_now = from->has_now;
	to->now = from->now;
	if (to->has_now && !to->mapping) {
		onebloom_set_now(to->filter, true, to->now);
	}
	return &to->std;
}

/* `==` asks for the content. Without this, PHP would compare properties: there are none, so all filters
 * would be equal. */
static int compare_objects(zval *a, zval *b)
{
	const ob_object *left, *right;
	bool equal = false;

	ZEND_COMPARE_OBJECTS_FALLBACK(a, b);
	left = ob_object_of(Z_OBJ_P(a));
	right = ob_object_of(Z_OBJ_P(b));
	if (left->filter && right->filter) {
		int32_t code = onebloom_equals(left->filter, right->filter, &equal);
		if (code != ONEBLOOM_OK) {
			ob_throw_last(code);
		}
	}
	return equal ? 0 : ZEND_UNCOMPARABLE;
}

void ob_object_init(zend_class_entry *ce)
{
	ob_filter_ce = ce;
	ce->create_object = create_object;
	memcpy(&handlers, zend_get_std_object_handlers(), sizeof(handlers));
	handlers.offset = XtOffsetOf(ob_object, std);
	handlers.free_obj = free_object;
	handlers.clone_obj = clone_object;
	handlers.compare = compare_objects;
}
