/* Maps of files, one per process and path (per thread under ZTS), kept between requests.
 *
 * A map has one count of references: each object that uses it holds one, and so does the table of
 * readers. A file that was replaced is mapped anew for the next open; whoever holds the old map keeps it.
 */
#ifndef OB_MAPPING_H
#define OB_MAPPING_H

#include "php_onebloom.h"

typedef struct {
	onebloom_filter *filter;
	zend_string *path;    /* persistent */
	HashTable *table;     /* where it can be found, or NULL */
	uint32_t references;
	bool writes;          /* mode "r+" */
	uint64_t checked_at;  /* ns of the monotonic clock; 0: look at the file at the next open */
	uint64_t used_at;     /* ONEBLOOM_G(uses) */
} ob_mapping;

/* The map of an absolute, allowed path, from the table if it is there and fresh; `now`: look at the
 * file whatever revalidate_freq says. NULL with an exception. */
ob_mapping *ob_mapping_open(zend_string *path, zend_string *mode, bool now);

/* A map of its own that nobody else will find. NULL with an exception. */
ob_mapping *ob_mapping_own(const char *path, size_t path_len, bool writes);

/* The next open of this path looks at the file: this process has just written it. */
void ob_mapping_look_again(zend_string *path);

ob_mapping *ob_mapping_share(ob_mapping *mapping);
void ob_mapping_release(ob_mapping *mapping);

/* The mode that the map was opened with. */
const char *ob_mapping_mode(const ob_mapping *mapping);

void ob_mapping_tables_init(HashTable *readers, HashTable *writers);
void ob_mapping_tables_free(HashTable *readers, HashTable *writers);

#endif
