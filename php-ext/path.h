/* Paths: absolute, without NUL, allowed by open_basedir. */
#ifndef OB_PATH_H
#define OB_PATH_H

#include "php_onebloom.h"

/* The absolute form of a path that this request may use (release it), or NULL with an exception. */
zend_string *ob_path_allowed(zend_string *path);

/* The same for a path that was absolute and allowed when it was opened: open_basedir may have been
 * tightened, and a kept map may come from another virtual host. */
bool ob_path_still_allowed(const char *path);

#endif
