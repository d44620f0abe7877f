/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 2492e66621f347d7db62736ca994f2d0018c5ea4 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Onebloom_Redis_Remote___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, settings, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_Redis_Remote_next, 0, 0, Onebloom\\Redis\\Remote, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, settings, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_Redis_Remote_setNow, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, unixMs, IS_LONG, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_Redis_Remote_task, 0, 1, Onebloom\\Redis\\Task, 0)
	ZEND_ARG_TYPE_INFO(0, verb, IS_STRING, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, with, Onebloom\\BloomFilter, MAY_BE_ARRAY|MAY_BE_NULL, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Onebloom_Redis_Task___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_Redis_Task_advance, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_Redis_Task_commands, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_Redis_Task_keyIndexes arginfo_class_Onebloom_Redis_Task_commands

#define arginfo_class_Onebloom_Redis_Task_writes arginfo_class_Onebloom_Redis_Task_advance

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_Redis_Task_feed, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, replies, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Onebloom_Redis_Task_lost, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, why, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Onebloom_Redis_Task_answers arginfo_class_Onebloom_Redis_Task_commands

#define arginfo_class_Onebloom_Redis_Task_record arginfo_class_Onebloom_Redis_Task_commands

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Onebloom_Redis_Task_filter, 0, 0, Onebloom\\BloomFilter, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Onebloom_Redis_Remote, __construct);
ZEND_METHOD(Onebloom_Redis_Remote, next);
ZEND_METHOD(Onebloom_Redis_Remote, setNow);
ZEND_METHOD(Onebloom_Redis_Remote, task);
ZEND_METHOD(Onebloom_Redis_Task, __construct);
ZEND_METHOD(Onebloom_Redis_Task, advance);
ZEND_METHOD(Onebloom_Redis_Task, commands);
ZEND_METHOD(Onebloom_Redis_Task, keyIndexes);
ZEND_METHOD(Onebloom_Redis_Task, writes);
ZEND_METHOD(Onebloom_Redis_Task, feed);
ZEND_METHOD(Onebloom_Redis_Task, lost);
ZEND_METHOD(Onebloom_Redis_Task, answers);
ZEND_METHOD(Onebloom_Redis_Task, record);
ZEND_METHOD(Onebloom_Redis_Task, filter);


static const zend_function_entry class_Onebloom_Redis_Remote_methods[] = {
	ZEND_ME(Onebloom_Redis_Remote, __construct, arginfo_class_Onebloom_Redis_Remote___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Remote, next, arginfo_class_Onebloom_Redis_Remote_next, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Remote, setNow, arginfo_class_Onebloom_Redis_Remote_setNow, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Remote, task, arginfo_class_Onebloom_Redis_Remote_task, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Onebloom_Redis_Task_methods[] = {
	ZEND_ME(Onebloom_Redis_Task, __construct, arginfo_class_Onebloom_Redis_Task___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Onebloom_Redis_Task, advance, arginfo_class_Onebloom_Redis_Task_advance, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, commands, arginfo_class_Onebloom_Redis_Task_commands, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, keyIndexes, arginfo_class_Onebloom_Redis_Task_keyIndexes, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, writes, arginfo_class_Onebloom_Redis_Task_writes, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, feed, arginfo_class_Onebloom_Redis_Task_feed, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, lost, arginfo_class_Onebloom_Redis_Task_lost, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, answers, arginfo_class_Onebloom_Redis_Task_answers, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, record, arginfo_class_Onebloom_Redis_Task_record, ZEND_ACC_PUBLIC)
	ZEND_ME(Onebloom_Redis_Task, filter, arginfo_class_Onebloom_Redis_Task_filter, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Onebloom_Redis_Remote(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom\\Redis", "Remote", class_Onebloom_Redis_Remote_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Onebloom_Redis_Task(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Onebloom\\Redis", "Task", class_Onebloom_Redis_Task_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
