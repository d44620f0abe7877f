/* What a PHP value must be to be a key. */
#ifndef OB_KEY_H
#define OB_KEY_H

#include "php_onebloom.h"

/* Throws KeyTypeError for a value that is no key. */
ZEND_COLD void ob_key_throw(const zval *value);

#endif
