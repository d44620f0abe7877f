/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 5d1f3d181a29e658cf32dc2c7d1c583dfd48ee75 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Onebloom_error_codes, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Onebloom_BloomFilter___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, capacity, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fpp, IS_DOUBLE, 0, "0.01")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_BloomFilter_open, 0, 1, Onebloom\\BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, mode, IS_STRING, 0, "\"r\"")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_BloomFilter_load, 0, 1, Onebloom\\BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_BloomFilter_fromBytes, 0, 1, Onebloom\\BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_BloomFilter_openParts, 0, 1, Onebloom\\BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, parts, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_BloomFilter_fromBits, 0, 2, Onebloom\\BloomFilter, 0)
	ZEND_ARG_TYPE_INFO(0, body, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_plan, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, capacity, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fpp, IS_DOUBLE, 0, "0.01")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_add, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_LONG|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_addMany, 0, 1, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, keys, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter_contains arginfo_class_Onebloom_BloomFilter_add

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_containsMany, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, keys, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter_remove arginfo_class_Onebloom_BloomFilter_add

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_merge, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, other, Onebloom\\BloomFilter, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_clear, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_BloomFilter_copy, 0, 0, Onebloom\\BloomFilter, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_save, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter_replace arginfo_class_Onebloom_BloomFilter_save

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_toBytes, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter_toParts arginfo_Onebloom_error_codes

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_toBits, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, order, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter_toClassic arginfo_class_Onebloom_BloomFilter_copy

#define arginfo_class_Onebloom_BloomFilter_flush arginfo_class_Onebloom_BloomFilter_clear

#define arginfo_class_Onebloom_BloomFilter_close arginfo_class_Onebloom_BloomFilter_clear

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_verify, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter_reload arginfo_class_Onebloom_BloomFilter_verify

#define arginfo_class_Onebloom_BloomFilter_isStale arginfo_class_Onebloom_BloomFilter_verify

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_setNow, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, unixMs, IS_LONG, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_stats, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, exact, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_positions, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_LONG|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter_sectionOf, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_MASK(0, key, MAY_BE_LONG|MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter___serialize arginfo_Onebloom_error_codes

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_BloomFilter___unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_BloomFilter___debugInfo arginfo_Onebloom_error_codes


ZEND_FUNCTION(Onebloom_error_codes);
ZEND_METHOD(Onebloom_BloomFilter, __construct);
ZEND_METHOD(Onebloom_BloomFilter, open);
ZEND_METHOD(Onebloom_BloomFilter, load);
ZEND_METHOD(Onebloom_BloomFilter, fromBytes);
ZEND_METHOD(Onebloom_BloomFilter, openParts);
ZEND_METHOD(Onebloom_BloomFilter, fromBits);
ZEND_METHOD(Onebloom_BloomFilter, plan);
ZEND_METHOD(Onebloom_BloomFilter, add);
ZEND_METHOD(Onebloom_BloomFilter, addMany);
ZEND_METHOD(Onebloom_BloomFilter, contains);
ZEND_METHOD(Onebloom_BloomFilter, containsMany);
ZEND_METHOD(Onebloom_BloomFilter, remove);
ZEND_METHOD(Onebloom_BloomFilter, merge);
ZEND_METHOD(Onebloom_BloomFilter, clear);
ZEND_METHOD(Onebloom_BloomFilter, copy);
ZEND_METHOD(Onebloom_BloomFilter, save);
ZEND_METHOD(Onebloom_BloomFilter, replace);
ZEND_METHOD(Onebloom_BloomFilter, toBytes);
ZEND_METHOD(Onebloom_BloomFilter, toParts);
ZEND_METHOD(Onebloom_BloomFilter, toBits);
ZEND_METHOD(Onebloom_BloomFilter, toClassic);
ZEND_METHOD(Onebloom_BloomFilter, flush);
ZEND_METHOD(Onebloom_BloomFilter, close);
ZEND_METHOD(Onebloom_BloomFilter, verify);
ZEND_METHOD(Onebloom_BloomFilter, reload);
ZEND_METHOD(Onebloom_BloomFilter, isStale);
ZEND_METHOD(Onebloom_BloomFilter, setNow);
ZEND_METHOD(Onebloom_BloomFilter, stats);
ZEND_METHOD(Onebloom_BloomFilter, positions);
ZEND_METHOD(Onebloom_BloomFilter, sectionOf);
ZEND_METHOD(Onebloom_BloomFilter, __serialize);
ZEND_METHOD(Onebloom_BloomFilter, __unserialize);
ZEND_METHOD(Onebloom_BloomFilter, __debugInfo);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Onebloom", error_codes, Onebloom_error_codes, arginfo_Onebloom_error_codes)
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_OnebloomException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_ArgumentError_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_KeyTypeError_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_StateException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_FormatException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_IoException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_BloomFilter_methods[] = {
	ZEND_ME(Onebloom_BloomFilter, __construct, arginfo_class_Onebloom_BloomFilter___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, open, arginfo_class_Onebloom_BloomFilter_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Onebloom_BloomFilter, load, arginfo_class_Onebloom_BloomFilter_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Onebloom_BloomFilter, fromBytes, arginfo_class_Onebloom_BloomFilter_fromBytes, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Onebloom_BloomFilter, openParts, arginfo_class_Onebloom_BloomFilter_openParts, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Onebloom_BloomFilter, fromBits, arginfo_class_Onebloom_BloomFilter_fromBits, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Onebloom_BloomFilter, plan, arginfo_class_Onebloom_BloomFilter_plan, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Onebloom_BloomFilter, add, arginfo_class_Onebloom_BloomFilter_add, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, addMany, arginfo_class_Onebloom_BloomFilter_addMany, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, contains, arginfo_class_Onebloom_BloomFilter_contains, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, containsMany, arginfo_class_Onebloom_BloomFilter_containsMany, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, remove, arginfo_class_Onebloom_BloomFilter_remove, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, merge, arginfo_class_Onebloom_BloomFilter_merge, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, clear, arginfo_class_Onebloom_BloomFilter_clear, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, copy, arginfo_class_Onebloom_BloomFilter_copy, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, save, arginfo_class_Onebloom_BloomFilter_save, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, replace, arginfo_class_Onebloom_BloomFilter_replace, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, toBytes, arginfo_class_Onebloom_BloomFilter_toBytes, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, toParts, arginfo_class_Onebloom_BloomFilter_toParts, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, toBits, arginfo_class_Onebloom_BloomFilter_toBits, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, toClassic, arginfo_class_Onebloom_BloomFilter_toClassic, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, flush, arginfo_class_Onebloom_BloomFilter_flush, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, close, arginfo_class_Onebloom_BloomFilter_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, verify, arginfo_class_Onebloom_BloomFilter_verify, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, reload, arginfo_class_Onebloom_BloomFilter_reload, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, isStale, arginfo_class_Onebloom_BloomFilter_isStale, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, setNow, arginfo_class_Onebloom_BloomFilter_setNow, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, stats, arginfo_class_Onebloom_BloomFilter_stats, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, positions, arginfo_class_Onebloom_BloomFilter_positions, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, sectionOf, arginfo_class_Onebloom_BloomFilter_sectionOf, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, __serialize, arginfo_class_Onebloom_BloomFilter___serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, __unserialize, arginfo_class_Onebloom_BloomFilter___unserialize, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_BloomFilter, __debugInfo, arginfo_class_Onebloom_BloomFilter___debugInfo, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Onebloom_OnebloomException(zend_class_entry *class_entry_Throwable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "OnebloomException", class_Onebloom_OnebloomException_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Throwable);

	zval const_INVALID_ARGUMENT_value;
	ZVAL_LONG(&const_INVALID_ARGUMENT_value, 1);
	zend_string *const_INVALID_ARGUMENT_name = zend_string_init_interned("INVALID_ARGUMENT", sizeof("INVALID_ARGUMENT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_INVALID_ARGUMENT_name, &const_INVALID_ARGUMENT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_INVALID_ARGUMENT_name);

	zval const_NULL_POINTER_value;
	ZVAL_LONG(&const_NULL_POINTER_value, 2);
	zend_string *const_NULL_POINTER_name = zend_string_init_interned("NULL_POINTER", sizeof("NULL_POINTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_NULL_POINTER_name, &const_NULL_POINTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_NULL_POINTER_name);

	zval const_OUT_OF_RANGE_value;
	ZVAL_LONG(&const_OUT_OF_RANGE_value, 3);
	zend_string *const_OUT_OF_RANGE_name = zend_string_init_interned("OUT_OF_RANGE", sizeof("OUT_OF_RANGE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OUT_OF_RANGE_name, &const_OUT_OF_RANGE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OUT_OF_RANGE_name);

	zval const_CLOSED_value;
	ZVAL_LONG(&const_CLOSED_value, 4);
	zend_string *const_CLOSED_name = zend_string_init_interned("CLOSED", sizeof("CLOSED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CLOSED_name, &const_CLOSED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CLOSED_name);

	zval const_READ_ONLY_value;
	ZVAL_LONG(&const_READ_ONLY_value, 5);
	zend_string *const_READ_ONLY_name = zend_string_init_interned("READ_ONLY", sizeof("READ_ONLY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_READ_ONLY_name, &const_READ_ONLY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_READ_ONLY_name);

	zval const_INCOMPATIBLE_value;
	ZVAL_LONG(&const_INCOMPATIBLE_value, 6);
	zend_string *const_INCOMPATIBLE_name = zend_string_init_interned("INCOMPATIBLE", sizeof("INCOMPATIBLE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_INCOMPATIBLE_name, &const_INCOMPATIBLE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_INCOMPATIBLE_name);

	zval const_UNSUPPORTED_value;
	ZVAL_LONG(&const_UNSUPPORTED_value, 7);
	zend_string *const_UNSUPPORTED_name = zend_string_init_interned("UNSUPPORTED", sizeof("UNSUPPORTED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_UNSUPPORTED_name, &const_UNSUPPORTED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_UNSUPPORTED_name);

	zval const_KEY_TYPE_value;
	ZVAL_LONG(&const_KEY_TYPE_value, 8);
	zend_string *const_KEY_TYPE_name = zend_string_init_interned("KEY_TYPE", sizeof("KEY_TYPE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_KEY_TYPE_name, &const_KEY_TYPE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_KEY_TYPE_name);

	zval const_KEY_ENCODING_value;
	ZVAL_LONG(&const_KEY_ENCODING_value, 9);
	zend_string *const_KEY_ENCODING_name = zend_string_init_interned("KEY_ENCODING", sizeof("KEY_ENCODING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_KEY_ENCODING_name, &const_KEY_ENCODING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_KEY_ENCODING_name);

	zval const_NOT_A_FILTER_value;
	ZVAL_LONG(&const_NOT_A_FILTER_value, 20);
	zend_string *const_NOT_A_FILTER_name = zend_string_init_interned("NOT_A_FILTER", sizeof("NOT_A_FILTER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_NOT_A_FILTER_name, &const_NOT_A_FILTER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_NOT_A_FILTER_name);

	zval const_VERSION_UNSUPPORTED_value;
	ZVAL_LONG(&const_VERSION_UNSUPPORTED_value, 21);
	zend_string *const_VERSION_UNSUPPORTED_name = zend_string_init_interned("VERSION_UNSUPPORTED", sizeof("VERSION_UNSUPPORTED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_VERSION_UNSUPPORTED_name, &const_VERSION_UNSUPPORTED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_VERSION_UNSUPPORTED_name);

	zval const_FEATURE_UNSUPPORTED_value;
	ZVAL_LONG(&const_FEATURE_UNSUPPORTED_value, 22);
	zend_string *const_FEATURE_UNSUPPORTED_name = zend_string_init_interned("FEATURE_UNSUPPORTED", sizeof("FEATURE_UNSUPPORTED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FEATURE_UNSUPPORTED_name, &const_FEATURE_UNSUPPORTED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FEATURE_UNSUPPORTED_name);

	zval const_CORRUPT_HEADER_value;
	ZVAL_LONG(&const_CORRUPT_HEADER_value, 23);
	zend_string *const_CORRUPT_HEADER_name = zend_string_init_interned("CORRUPT_HEADER", sizeof("CORRUPT_HEADER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CORRUPT_HEADER_name, &const_CORRUPT_HEADER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CORRUPT_HEADER_name);

	zval const_CHECKSUM_MISMATCH_value;
	ZVAL_LONG(&const_CHECKSUM_MISMATCH_value, 24);
	zend_string *const_CHECKSUM_MISMATCH_name = zend_string_init_interned("CHECKSUM_MISMATCH", sizeof("CHECKSUM_MISMATCH") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CHECKSUM_MISMATCH_name, &const_CHECKSUM_MISMATCH_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CHECKSUM_MISMATCH_name);

	zval const_TRUNCATED_value;
	ZVAL_LONG(&const_TRUNCATED_value, 25);
	zend_string *const_TRUNCATED_name = zend_string_init_interned("TRUNCATED", sizeof("TRUNCATED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_TRUNCATED_name, &const_TRUNCATED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_TRUNCATED_name);

	zval const_TRAILING_BYTES_value;
	ZVAL_LONG(&const_TRAILING_BYTES_value, 26);
	zend_string *const_TRAILING_BYTES_name = zend_string_init_interned("TRAILING_BYTES", sizeof("TRAILING_BYTES") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_TRAILING_BYTES_name, &const_TRAILING_BYTES_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_TRAILING_BYTES_name);

	zval const_RESERVED_NOT_ZERO_value;
	ZVAL_LONG(&const_RESERVED_NOT_ZERO_value, 27);
	zend_string *const_RESERVED_NOT_ZERO_name = zend_string_init_interned("RESERVED_NOT_ZERO", sizeof("RESERVED_NOT_ZERO") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_RESERVED_NOT_ZERO_name, &const_RESERVED_NOT_ZERO_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_RESERVED_NOT_ZERO_name);

	zval const_INCOMPLETE_value;
	ZVAL_LONG(&const_INCOMPLETE_value, 28);
	zend_string *const_INCOMPLETE_name = zend_string_init_interned("INCOMPLETE", sizeof("INCOMPLETE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_INCOMPLETE_name, &const_INCOMPLETE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_INCOMPLETE_name);

	zval const_NOT_FOUND_value;
	ZVAL_LONG(&const_NOT_FOUND_value, 40);
	zend_string *const_NOT_FOUND_name = zend_string_init_interned("NOT_FOUND", sizeof("NOT_FOUND") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_NOT_FOUND_name, &const_NOT_FOUND_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_NOT_FOUND_name);

	zval const_PERMISSION_value;
	ZVAL_LONG(&const_PERMISSION_value, 41);
	zend_string *const_PERMISSION_name = zend_string_init_interned("PERMISSION", sizeof("PERMISSION") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_PERMISSION_name, &const_PERMISSION_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_PERMISSION_name);

	zval const_ALREADY_EXISTS_value;
	ZVAL_LONG(&const_ALREADY_EXISTS_value, 42);
	zend_string *const_ALREADY_EXISTS_name = zend_string_init_interned("ALREADY_EXISTS", sizeof("ALREADY_EXISTS") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_ALREADY_EXISTS_name, &const_ALREADY_EXISTS_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_ALREADY_EXISTS_name);

	zval const_LOCKED_value;
	ZVAL_LONG(&const_LOCKED_value, 43);
	zend_string *const_LOCKED_name = zend_string_init_interned("LOCKED", sizeof("LOCKED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_LOCKED_name, &const_LOCKED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_LOCKED_name);

	zval const_IO_value;
	ZVAL_LONG(&const_IO_value, 44);
	zend_string *const_IO_name = zend_string_init_interned("IO", sizeof("IO") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_IO_name, &const_IO_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_IO_name);

	zval const_UNAVAILABLE_value;
	ZVAL_LONG(&const_UNAVAILABLE_value, 45);
	zend_string *const_UNAVAILABLE_name = zend_string_init_interned("UNAVAILABLE", sizeof("UNAVAILABLE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_UNAVAILABLE_name, &const_UNAVAILABLE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_UNAVAILABLE_name);

	zval const_OUT_OF_MEMORY_value;
	ZVAL_LONG(&const_OUT_OF_MEMORY_value, 60);
	zend_string *const_OUT_OF_MEMORY_name = zend_string_init_interned("OUT_OF_MEMORY", sizeof("OUT_OF_MEMORY") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OUT_OF_MEMORY_name, &const_OUT_OF_MEMORY_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OUT_OF_MEMORY_name);

	zval const_PANIC_value;
	ZVAL_LONG(&const_PANIC_value, 99);
	zend_string *const_PANIC_name = zend_string_init_interned("PANIC", sizeof("PANIC") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_PANIC_name, &const_PANIC_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_PANIC_name);

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_ArgumentError(zend_class_entry *class_entry_ValueError, zend_class_entry *class_entry_Onebloom_OnebloomException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "ArgumentError", class_Onebloom_ArgumentError_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_ValueError);
	class_entry->ce_flags |= ZEND_ACC_FINAL;
	zend_class_implements(class_entry, 1, class_entry_Onebloom_OnebloomException);

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_KeyTypeError(zend_class_entry *class_entry_TypeError, zend_class_entry *class_entry_Onebloom_OnebloomException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "KeyTypeError", class_Onebloom_KeyTypeError_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_TypeError);
	class_entry->ce_flags |= ZEND_ACC_FINAL;
	zend_class_implements(class_entry, 1, class_entry_Onebloom_OnebloomException);

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_StateException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Onebloom_OnebloomException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "StateException", class_Onebloom_StateException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;
	zend_class_implements(class_entry, 1, class_entry_Onebloom_OnebloomException);

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_FormatException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Onebloom_OnebloomException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "FormatException", class_Onebloom_FormatException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;
	zend_class_implements(class_entry, 1, class_entry_Onebloom_OnebloomException);

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_IoException(zend_class_entry *class_entry_RuntimeException, zend_class_entry *class_entry_Onebloom_OnebloomException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "IoException", class_Onebloom_IoException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;
	zend_class_implements(class_entry, 1, class_entry_Onebloom_OnebloomException);

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_BloomFilter(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom", "BloomFilter", class_Onebloom_BloomFilter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES;

	return class_entry;
}
