/* B111: a panic inside becomes a code; the process lives and the filter is usable. Needs the feature test-hooks. */
#include "check.h"

int32_t onebloom_test_panic(onebloom_filter *filter);
int32_t onebloom_test_panic_answer(const onebloom_filter *filter);

static void panics(void) {
    onebloom_filter *f = make(1000, 1e-6);
    int i;
    OK(onebloom_add(f, "before", 6, NULL));
    for (i = 0; i < 3; i++) {
        CODE(onebloom_test_panic(f), ONEBLOOM_PANIC);
        TEXT(onebloom_last_error(), "asked to");
        TEXT(onebloom_last_error(), "please report it");
        CHECK(onebloom_last_error_code() == ONEBLOOM_PANIC && onebloom_last_os_error() == 0);
        CHECK(onebloom_test_panic_answer(f) == -ONEBLOOM_PANIC);
    }
    CODE(onebloom_test_panic(NULL), ONEBLOOM_NULL_POINTER);
    CHECK(onebloom_contains(f, "before", 6) == 1);
    OK(onebloom_add(f, "after", 5, NULL));
    CHECK(onebloom_contains(f, "after", 5) == 1);
    onebloom_free(f);
}

int main(void) {
    RUN(panics);
    return report("panic");
}
