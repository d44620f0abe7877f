/* The extension: its globals and what every file needs of PHP. */
#ifndef PHP_ONEBLOOM_H
#define PHP_ONEBLOOM_H

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "onebloom.h"

#if SIZEOF_ZEND_LONG < 8
# error "onebloom needs a 64-bit PHP: cell numbers and sizes go beyond 2^31"
#endif

#define PHP_ONEBLOOM_VERSION "0.1.0"

extern zend_module_entry onebloom_module_entry;
#define phpext_onebloom_ptr &onebloom_module_entry

/* Under ZTS each thread has its own, so the table of maps needs no lock. */
ZEND_BEGIN_MODULE_GLOBALS(onebloom)
	zend_long revalidate_freq; /* seconds */
	zend_long max_mappings;
	HashTable readers;         /* path => ob_mapping, mode "r"; outlives requests */
	HashTable writers;         /* the same for "r+", while an object uses it */
	uint64_t uses;             /* counts opens: which map was used last */
ZEND_END_MODULE_GLOBALS(onebloom)

ZEND_EXTERN_MODULE_GLOBALS(onebloom)
#define ONEBLOOM_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(onebloom, v)

#if defined(ZTS) && defined(COMPILE_DL_ONEBLOOM)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
