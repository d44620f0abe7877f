/* The library's JSON as PHP arrays. */
#ifndef OB_STATS_H
#define OB_STATS_H

#include "php_onebloom.h"

/* Stats of a filter as an array. false with an exception. */
bool ob_stats(const onebloom_filter *filter, bool exact, zval *array);

/* What a task in Redis has to say, as an array. false with an exception. */
bool ob_redis_record(const onebloom_redis_task *task, zval *array);

/* The plan for options, which it frees, as an array. false with an exception. */
bool ob_plan(onebloom_options *options, zval *array);

/* The filter in one line, or NULL (no exception). */
zend_string *ob_summary(const onebloom_filter *filter);

#endif
