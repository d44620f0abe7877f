/* The arguments of the constructor and of plan(), as the library's options. */
#ifndef OB_OPTIONS_H
#define OB_OPTIONS_H

#include "php_onebloom.h"

/* Parses (capacity, fpp, options); free the result with onebloom_options_free. NULL with an exception. */
onebloom_options *ob_options_parse(zend_execute_data *execute_data);

#endif
