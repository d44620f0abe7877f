/* The arguments of the constructor, of plan() and of fromBits(), and the settings of a filter in Redis, as the library's. */
#ifndef OB_OPTIONS_H
#define OB_OPTIONS_H

#include "php_onebloom.h"

/* Parses (capacity, fpp, options); free the result with onebloom_options_free. NULL with an exception. */
onebloom_options *ob_options_parse(zend_execute_data *execute_data);

/* The same of an array alone. */
onebloom_options *ob_options_of(HashTable *given);

/* Settings for Redis, of an array or NULL; null values are not given. Free with onebloom_redis_settings_free. */
onebloom_redis_settings *ob_settings_of(HashTable *given);

#endif
