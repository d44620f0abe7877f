dnl The library is built beforehand with cargo; neither make nor make install runs it.

PHP_ARG_ENABLE([onebloom],
  [whether to enable onebloom],
  [AS_HELP_STRING([--enable-onebloom], [Enable onebloom])],
  [yes])

PHP_ARG_WITH([onebloom-lib],
  [for the static onebloom library],
  [AS_HELP_STRING([--with-onebloom-lib=FILE],
    [libonebloom.a; by default ../target/release/libonebloom.a beside this folder])],
  [no], [no])

PHP_ARG_WITH([onebloom-include],
  [for onebloom.h],
  [AS_HELP_STRING([--with-onebloom-include=DIR],
    [the folder of onebloom.h; by default ../ffi-c/include beside this folder, or ../include beside the library])],
  [no], [no])

if test "$PHP_ONEBLOOM" != "no"; then
  dnl Where this folder really is: it may be a symbolic link, or a copy made to build in.
  onebloom_here=`cd "PHP_EXT_SRCDIR" && pwd -P`

  AC_MSG_CHECKING([for libonebloom.a])
  if test "$PHP_ONEBLOOM_LIB" != "no" && test "$PHP_ONEBLOOM_LIB" != "yes"; then
    ONEBLOOM_LIB=$PHP_ONEBLOOM_LIB
  else
    ONEBLOOM_LIB=$onebloom_here/../target/release/libonebloom.a
  fi
  if test ! -f "$ONEBLOOM_LIB"; then
    AC_MSG_RESULT([not found])
    AC_MSG_ERROR([$ONEBLOOM_LIB does not exist. Build it first, with Rust's cargo in the folder above this one:
    cargo build --release -p onebloom-ffi
or say where it is: ./configure --with-onebloom-lib=/path/to/libonebloom.a])
  fi
  ONEBLOOM_LIB=`cd "\`dirname "$ONEBLOOM_LIB"\`" && pwd -P`/`basename "$ONEBLOOM_LIB"`
  AC_MSG_RESULT([$ONEBLOOM_LIB])

  AC_MSG_CHECKING([for onebloom.h])
  ONEBLOOM_INCLUDE=
  for dir in "$PHP_ONEBLOOM_INCLUDE" "$onebloom_here/../ffi-c/include" "`dirname "$ONEBLOOM_LIB"`/../include"; do
    if test -z "$ONEBLOOM_INCLUDE" && test -f "$dir/onebloom.h"; then
      ONEBLOOM_INCLUDE=$dir
    fi
  done
  if test -z "$ONEBLOOM_INCLUDE"; then
    AC_MSG_RESULT([not found])
    AC_MSG_ERROR([onebloom.h was not found. Say where it is: ./configure --with-onebloom-include=/path/to/include])
  fi
  AC_MSG_RESULT([$ONEBLOOM_INCLUDE])
  PHP_ADD_INCLUDE([$ONEBLOOM_INCLUDE])

  dnl What a Rust static library needs of the system (rustc --print native-static-libs).
  case $host_os in
    linux*)
      ONEBLOOM_SYSTEM_LIBS="-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc"
      dnl Only get_module is for others: another extension may have Rust inside as well.
      ONEBLOOM_LINK_FLAGS="-Wl,--exclude-libs,ALL -Wl,--version-script=$onebloom_here/onebloom.map -Wl,--gc-sections"
      ;;
    *)
      ONEBLOOM_SYSTEM_LIBS="-lpthread -lm"
      ONEBLOOM_LINK_FLAGS=
      ;;
  esac
  ONEBLOOM_SHARED_LIBADD="$ONEBLOOM_LIB $ONEBLOOM_SYSTEM_LIBS $ONEBLOOM_LINK_FLAGS"
  PHP_SUBST([ONEBLOOM_SHARED_LIBADD])
  dnl Linked again when the library is newer.
  ONEBLOOM_SHARED_DEPENDENCIES=$ONEBLOOM_LIB
  PHP_SUBST([ONEBLOOM_SHARED_DEPENDENCIES])

  PHP_NEW_EXTENSION([onebloom],
    [onebloom.c filter.c key.c walk.c file.c forms.c serialize.c redis_remote.c redis_task.c object.c mapping.c options.c stats.c path.c errors.c],
    [$ext_shared],,
    [-fvisibility=hidden -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
  PHP_ADD_EXTENSION_DEP([onebloom], [json])
  PHP_ADD_EXTENSION_DEP([onebloom], [spl])
fi
