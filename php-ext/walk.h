/* Walks over many keys. */
#ifndef OB_WALK_H
#define OB_WALK_H

#include "object.h"

/* Adds every value of an iterable. false with an exception. */
bool ob_walk_add(zend_object *filter, zval *keys, uint64_t *added);

/* Asks for every value of an iterable; answers becomes an array with the same keys. false with an exception. */
bool ob_walk_ask(zend_object *filter, zval *keys, zval *answers);

#endif
