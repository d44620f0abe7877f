/* Keys: what a PHP value may be to be one, and walks over many of them. */
#ifndef OB_KEY_H
#define OB_KEY_H

#include "object.h"

/* Throws KeyTypeError for a value that is no key. */
ZEND_COLD void ob_key_throw(const zval *value);

/* Adds every value of an iterable. false with an exception. */
bool ob_key_add_all(zend_object *filter, zval *keys, uint64_t *added);

/* Asks for every value of an iterable; answers becomes an array with the same keys. false with an exception. */
bool ob_key_ask_all(zend_object *filter, zval *keys, zval *answers);

#endif
