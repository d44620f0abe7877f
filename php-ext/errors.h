/* Codes become exceptions here and nowhere else. */
#ifndef OB_ERRORS_H
#define OB_ERRORS_H

#include "php_onebloom.h"

/* The classes, set once at MINIT. */
extern zend_class_entry *ob_argument_ce, *ob_key_type_ce, *ob_state_ce, *ob_format_ce, *ob_io_ce;

/* Throws the library's last error; code is what its function returned. */
void ob_throw_last(int32_t code);

/* Throws an error that only this extension can see. */
void ob_throw(int32_t code, const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

#endif
