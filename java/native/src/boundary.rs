//! The machinery of the boundary: panics, errors, engines and arrays.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

use jni::errors::ErrorPolicy;
use jni::objects::{JByteArray, JClass, JObject, JObjectArray, JThrowable, JValue};
use jni::sys::jlong;
use jni::{jni_sig, jni_str, Env, EnvUnowned};
use onebloom::{Code, Engine, Error};

/// Why a native fails: the library, or the JVM (then its exception is thrown or pending).
#[derive(Debug)]
pub enum Fault {
    Core(Error),
    Jni(jni::errors::Error),
}

impl From<Error> for Fault {
    fn from(e: Error) -> Fault {
        Fault::Core(e)
    }
}

impl From<jni::errors::Error> for Fault {
    fn from(e: jni::errors::Error) -> Fault {
        Fault::Jni(e)
    }
}

pub type Outcome<T> = Result<T, Fault>;

/// Runs a native: an error or a panic becomes an exception, and the answer a default.
pub fn guard<'l, T: Default>(
    mut env: EnvUnowned<'l>,
    class: JClass<'l>,
    f: impl FnOnce(&mut Env<'l>) -> Outcome<T>,
) -> T {
    env.with_env(f).resolve_with::<Throw, _>(|| class)
}

struct Throw;

impl<T: Default> ErrorPolicy<T, Fault> for Throw {
    /// The class Native, which makes the exception: no class is looked up by name, so that every
    /// class loader gets its own.
    type Captures<'frame: 'native, 'native> = JClass<'frame>;

    fn on_error<'frame: 'native, 'native>(
        env: &mut Env<'frame>,
        class: &mut JClass<'frame>,
        fault: Fault,
    ) -> jni::errors::Result<T> {
        if env.exception_check() {
            return Ok(T::default()); // the JVM's own exception goes on
        }
        let error = match fault {
            Fault::Core(e) => e,
            Fault::Jni(jni::errors::Error::JniCall(jni::errors::JniError::NoMemory)) => {
                Error::new(Code::OutOfMemory, "the Java heap has no room for the array")
            }
            Fault::Jni(e) => Error::panic(&format!("JNI: {e}")),
        };
        throw(env, class, &error)?;
        Ok(T::default())
    }

    fn on_panic<'frame: 'native, 'native>(
        env: &mut Env<'frame>,
        class: &mut JClass<'frame>,
        payload: Box<dyn std::any::Any + Send + 'static>,
    ) -> jni::errors::Result<T> {
        if env.exception_check() {
            return Ok(T::default());
        }
        let what = payload
            .downcast_ref::<&str>()
            .map(|s| s.to_string())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_string());
        std::mem::forget(payload); // dropping it could panic again
        throw(env, class, &Error::panic(&what))?;
        Ok(T::default())
    }
}

fn throw<'l>(env: &mut Env<'l>, class: &JClass<'l>, error: &Error) -> jni::errors::Result<()> {
    let message: JObject = env.byte_array_from_slice(error.message().as_bytes())?.into();
    let path: JObject = match error.path() {
        Some(path) => env.byte_array_from_slice(path.to_string_lossy().as_bytes())?.into(),
        None => JObject::null(),
    };
    let exception = env
        .call_static_method(
            class,
            jni_str!("failure"),
            jni_sig!("(I[B[B)Ljava/lang/RuntimeException;"),
            &[JValue::Int(error.code().number()), JValue::Object(&message), JValue::Object(&path)],
        )?
        .l()?;
    // SAFETY: the method returns a RuntimeException, and nothing else owns this local reference.
    let exception = unsafe { JThrowable::from_raw(env, exception.into_raw()) };
    match env.throw(exception) {
        Err(jni::errors::Error::JavaException) => Ok(()), // how this crate says that it was thrown
        other => other,
    }
}

/// Runs a raw native that has no exceptions: a panic becomes the negative code PANIC.
#[inline(always)]
pub fn guard_hot(f: impl FnOnce() -> onebloom::Result<bool>) -> i32 {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(answer)) => i32::from(answer),
        Ok(Err(e)) => -e.code().number(),
        Err(payload) => {
            std::mem::forget(payload); // dropping it could panic again
            -Code::Panic.number()
        }
    }
}

/// Hands an engine to Java.
pub fn give(engine: Engine) -> jlong {
    Arc::into_raw(Arc::new(engine)) as jlong
}

/// The engine of an address that [`give`] made.
///
/// # Safety
/// `address` came from [`give`] and was not given to [`take`]; Java keeps it alive for `'a`.
#[inline(always)]
pub unsafe fn engine<'a>(address: jlong) -> &'a Engine {
    debug_assert_ne!(address, 0);
    // SAFETY: the caller's promise.
    unsafe { &*(address as *const Engine) }
}

/// The same engine once more, for work that outlives the call.
///
/// # Safety
/// As for [`engine`].
pub unsafe fn share(address: jlong) -> Arc<Engine> {
    let engine = address as *const Engine;
    // SAFETY: the caller's promise: `give` made it of an Arc that has not been taken back.
    unsafe {
        Arc::increment_strong_count(engine);
        Arc::from_raw(engine)
    }
}

/// Takes an engine back from Java, to drop it.
///
/// # Safety
/// As for [`engine`], and no other call uses it any more.
pub unsafe fn take(address: jlong) -> Arc<Engine> {
    // SAFETY: the caller's promise.
    unsafe { Arc::from_raw(address as *const Engine) }
}

/// A Java byte[] as bytes.
pub fn bytes(env: &Env<'_>, array: &JByteArray<'_>) -> Outcome<Vec<u8>> {
    Ok(env.convert_byte_array(array)?)
}

/// A Java byte[] as text; Java made it from a String, so it is UTF-8.
pub fn text(env: &Env<'_>, array: &JByteArray<'_>) -> Outcome<String> {
    String::from_utf8(bytes(env, array)?).map_err(|_| Error::new(Code::InvalidArgument, "text must be UTF-8").into())
}

/// A Java byte[] as a path.
pub fn path(env: &Env<'_>, array: &JByteArray<'_>) -> Outcome<std::path::PathBuf> {
    let bytes = bytes(env, array)?;
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        Ok(std::ffi::OsString::from_vec(bytes).into())
    }
    #[cfg(not(unix))]
    {
        String::from_utf8(bytes)
            .map(Into::into)
            .map_err(|_| Error::new(Code::InvalidArgument, "the path must be UTF-8").into())
    }
}

/// Element `i` of a Java byte[][] as bytes.
pub fn element<'l>(env: &mut Env<'l>, array: &JObjectArray<'l, JByteArray<'l>>, i: usize) -> Outcome<Vec<u8>> {
    let element = array.get_element(env, i)?;
    let bytes = bytes(env, &element)?;
    env.delete_local_ref(element); // thousands of them would overflow the frame
    Ok(bytes)
}
