/* The arguments of the constructor, of plan() and of fromBits(), as the library's options. */
#ifndef OB_OPTIONS_H
#define OB_OPTIONS_H

#include "php_onebloom.h"

/* Parses (capacity, fpp, options); free the result with onebloom_options_free. NULL with an exception. */
onebloom_options *ob_options_parse(zend_execute_data *execute_data);

/* The same of an array alone. */
onebloom_options *ob_options_of(HashTable *given);

#endif
