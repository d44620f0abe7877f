#include "path.h"
#include "errors.h"

bool ob_path_still_allowed(const char *path)
{
	if (php_check_open_basedir_ex(path, 0) == 0) {
		return true;
	}
	ob_throw(ONEBLOOM_PERMISSION,
		"open_basedir does not allow \"%s\"; allowed are paths under %s", path, PG(open_basedir));
	return false;
}

zend_string *ob_path_allowed(zend_string *path)
{
	char cwd[MAXPATHLEN];
	zend_string *absolute;

	/* PHP's own checks read up to the first NUL, the system would get the whole. */
	if (zend_str_has_nul_byte(path)) {
		ob_throw(ONEBLOOM_INVALID_ARGUMENT, "the path must not contain NUL bytes");
		return NULL;
	}
	if (ZSTR_LEN(path) == 0) {
		ob_throw(ONEBLOOM_INVALID_ARGUMENT, "the path must not be empty");
		return NULL;
	}
	/* Not resolved further: a symbolic link that is switched to another file must be noticed, and the
	 * system reads ".." after a link better than we do. */
	if (IS_ABSOLUTE_PATH(ZSTR_VAL(path), ZSTR_LEN(path))) {
		absolute = zend_string_copy(path);
	} else if (VCWD_GETCWD(cwd, sizeof(cwd)) != NULL) {
		absolute = zend_string_concat3(
			cwd, strlen(cwd), "/", 1, ZSTR_VAL(path), ZSTR_LEN(path));
	} else {
		ob_throw(ONEBLOOM_IO, "the current folder is not known; use an absolute path");
		return NULL;
	}
	/* A path this long cannot be opened; the library says so better than open_basedir's warning. */
	if (ZSTR_LEN(absolute) < MAXPATHLEN && !ob_path_still_allowed(ZSTR_VAL(absolute))) {
		zend_string_release(absolute);
		return NULL;
	}
	return absolute;
}
