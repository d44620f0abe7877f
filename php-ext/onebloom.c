/* The module: what PHP calls when it starts and stops. It starts no thread and takes no lock. */
#include "php_onebloom.h"

#include "php_ini.h"
#include "ext/standard/info.h"
#include "zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

#include "errors.h"
#include "mapping.h"
#include "object.h"
#include "redis.h"
#include "onebloom_arginfo.h"

ZEND_DECLARE_MODULE_GLOBALS(onebloom)

PHP_INI_BEGIN()
	STD_PHP_INI_ENTRY("onebloom.revalidate_freq", "2", PHP_INI_ALL, OnUpdateLong,
		revalidate_freq, zend_onebloom_globals, onebloom_globals)
	STD_PHP_INI_ENTRY("onebloom.max_mappings", "100", PHP_INI_SYSTEM, OnUpdateLong,
		max_mappings, zend_onebloom_globals, onebloom_globals)
PHP_INI_END()

PHP_FUNCTION(Onebloom_error_codes)
{
	size_t n = onebloom_error_count();
	int32_t code = 0;
	const char *name = NULL;

	ZEND_PARSE_PARAMETERS_NONE();

	array_init_size(return_value, (uint32_t) n);
	for (size_t i = 0; i < n && onebloom_error_at(i, &code, &name) == ONEBLOOM_OK; i++) {
		add_assoc_long(return_value, name, code);
	}
}

/* As the header says: the same major number, and not an older minor one. */
static bool abi_fits(void)
{
	uint32_t here = onebloom_abi_version(), wanted = ONEBLOOM_ABI_VERSION;

	return here >> 16 == wanted >> 16 && (here & 0xffff) >= (wanted & 0xffff);
}

static PHP_MINIT_FUNCTION(onebloom)
{
	zend_class_entry *interface;

	if (!abi_fits()) {
		zend_error(E_CORE_WARNING,
			"onebloom was compiled for ABI version %u but linked with a library of version %u; build it again",
			(unsigned) ONEBLOOM_ABI_VERSION, (unsigned) onebloom_abi_version());
		return FAILURE;
	}
	REGISTER_INI_ENTRIES();

	interface = register_class_Onebloom_OnebloomException(zend_ce_throwable);
	ob_argument_ce = register_class_Onebloom_ArgumentError(zend_ce_value_error, interface);
	ob_key_type_ce = register_class_Onebloom_KeyTypeError(zend_ce_type_error, interface);
	ob_state_ce = register_class_Onebloom_StateException(spl_ce_RuntimeException, interface);
	ob_format_ce = register_class_Onebloom_FormatException(spl_ce_RuntimeException, interface);
	ob_io_ce = register_class_Onebloom_IoException(spl_ce_RuntimeException, interface);
	ob_object_init(register_class_Onebloom_BloomFilter());
	ob_redis_init();
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(onebloom)
{
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

static PHP_GINIT_FUNCTION(onebloom)
{
#if defined(ZTS) && defined(COMPILE_DL_ONEBLOOM)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(onebloom_globals, 0, sizeof(*onebloom_globals));
	ob_mapping_tables_init(&onebloom_globals->readers, &onebloom_globals->writers);
}

#if defined(ZTS) && defined(COMPILE_DL_ONEBLOOM)
static PHP_RINIT_FUNCTION(onebloom)
{
	ZEND_TSRMLS_CACHE_UPDATE();
	return SUCCESS;
}
# define ONEBLOOM_RINIT PHP_RINIT(onebloom)
#else
# define ONEBLOOM_RINIT NULL
#endif

static PHP_GSHUTDOWN_FUNCTION(onebloom)
{
	ob_mapping_tables_free(&onebloom_globals->readers, &onebloom_globals->writers);
}

static PHP_MINFO_FUNCTION(onebloom)
{
	char number[32];

	php_info_print_table_start();
	php_info_print_table_row(2, "onebloom support", "enabled");
	php_info_print_table_row(2, "extension version", PHP_ONEBLOOM_VERSION);
	php_info_print_table_row(2, "library version", onebloom_version());
	snprintf(number, sizeof(number), "%u", (unsigned) onebloom_abi_version());
	php_info_print_table_row(2, "library ABI version", number);
	snprintf(number, sizeof(number), "%u", zend_hash_num_elements(&ONEBLOOM_G(readers)));
	php_info_print_table_row(2, "files mapped for reading", number);
	snprintf(number, sizeof(number), "%u", zend_hash_num_elements(&ONEBLOOM_G(writers)));
	php_info_print_table_row(2, "files mapped for writing", number);
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
}

static const zend_module_dep dependencies[] = {
	ZEND_MOD_REQUIRED("json")
	ZEND_MOD_REQUIRED("spl")
	ZEND_MOD_END
};

zend_module_entry onebloom_module_entry = {
	STANDARD_MODULE_HEADER_EX, NULL,
	dependencies,
	"onebloom",
	ext_functions,
	PHP_MINIT(onebloom),
	PHP_MSHUTDOWN(onebloom),
	ONEBLOOM_RINIT,
	NULL, /* objects give their filters back themselves, maps are kept */
	PHP_MINFO(onebloom),
	PHP_ONEBLOOM_VERSION,
	PHP_MODULE_GLOBALS(onebloom),
	PHP_GINIT(onebloom),
	PHP_GSHUTDOWN(onebloom),
	NULL,
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_ONEBLOOM
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(onebloom)
#endif
