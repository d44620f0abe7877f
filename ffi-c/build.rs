//! Names the shared library: programs linked against it ask for this name at start.

use std::path::PathBuf;

const SONAME: &str = "libonebloom.so.0";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    match os.as_str() {
        "macos" | "ios" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libonebloom.0.dylib");
        }
        "windows" => {}
        _ => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{SONAME}");
            link_in_place();
        }
    }
}

/// target/PROFILE/libonebloom.so.0 -> libonebloom.so, so that programs linked against a build run where it lies.
/// Without it they need an installed library: nothing else depends on it.
fn link_in_place() {
    #[cfg(unix)]
    if let Some(profile) =
        std::env::var_os("OUT_DIR").map(PathBuf::from).and_then(|out| Some(out.ancestors().nth(3)?.to_owned()))
    {
        let _ = std::os::unix::fs::symlink("libonebloom.so", profile.join(SONAME));
    }
}
