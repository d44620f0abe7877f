#include "errors.h"
#include "zend_exceptions.h"

zend_class_entry *ob_argument_ce, *ob_key_type_ce, *ob_state_ce, *ob_format_ce, *ob_io_ce;

/* By the list's own blocks of numbers, so that a code added to a block needs no line here. */
static zend_class_entry *class_of(int32_t code)
{
	switch (code) {
		case ONEBLOOM_KEY_TYPE:
			return ob_key_type_ce;
		case ONEBLOOM_INVALID_ARGUMENT:
		case ONEBLOOM_NULL_POINTER:
		case ONEBLOOM_OUT_OF_RANGE:
		case ONEBLOOM_KEY_ENCODING:
			return ob_argument_ce;
	}
	if (code >= 20 && code < 40) {
		return ob_format_ce;
	}
	if (code >= 40 && code < 60) {
		return ob_io_ce;
	}
	return ob_state_ce;
}

void ob_throw_last(int32_t code)
{
	zend_throw_exception(class_of(code), onebloom_last_error(), code);
}

void ob_throw(int32_t code, const char *format, ...)
{
	va_list args;
	char *message;

	va_start(args, format);
	zend_vspprintf(&message, 0, format, args);
	va_end(args);
	zend_throw_exception(class_of(code), message, code);
	efree(message);
}
