/* Allocations whose size the script decides.
 *
 * Since 8.2.35 (and the releases of other branches from that day) PHP's allocations go beyond memory_limit,
 * and end the whole process at twice of it, unless they say that they can fail: then they raise the well-known
 * "Allowed memory size" error and return NULL. In older versions the error does not return at all.
 */
#ifndef OB_FALLIBLE_H
#define OB_FALLIBLE_H

#include "php_onebloom.h"

#ifdef femalloc

# define ob_string_alloc(len) zend_string_falloc((len), 0, true)
# define ob_array_init(array, n) array_finit_size((array), (n))
# define ob_array_init_packed(array, n) array_finit_size_packed((array), (n))
# define ob_index_update(table, number, value) (zend_hash_index_fupdate((table), (number), (value)) != HASH_NOMEM)
# define ob_hash_update(table, name, value) (zend_hash_fupdate((table), (name), (value)) != HASH_NOMEM)
# define ob_symtable_update(table, name, value) (zend_symtable_fupdate((table), (name), (value)) != HASH_NOMEM)

#else

# define ob_string_alloc(len) zend_string_alloc((len), 0)
# define ob_index_update(table, number, value) (zend_hash_index_update((table), (number), (value)) != NULL)
# define ob_hash_update(table, name, value) (zend_hash_update((table), (name), (value)) != NULL)
# define ob_symtable_update(table, name, value) (zend_symtable_update((table), (name), (value)) != NULL)

static zend_always_inline bool ob_array_init(zval *array, uint32_t n)
{
	array_init_size(array, n);
	return true;
}

static zend_always_inline bool ob_array_init_packed(zval *array, uint32_t n)
{
	array_init_size(array, n);
	zend_hash_real_init_packed(Z_ARRVAL_P(array));
	return true;
}

#endif

#endif
