// SPDX-License-Identifier: MIT
//
// Builds libhashlane.a with CMake from the source in library/, and has it linked statically; or has a
// library linked that is there already: in the folder HASHLANE_LIB_DIR, or with
// HASHLANE_USE_PKG_CONFIG the one that pkg-config knows. docs.rs links nothing.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a command to its end; what it says on its standard output.
fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{:?} cannot be started: {}", command.get_program(), error));
    if !output.status.success() {
        panic!(
            "{:?} failed:\n{}{}",
            command,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn link_installed() {
    let flags = run(Command::new("pkg-config").args(["--libs", "hashlane >= 0.1"]));
    for flag in flags.split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={}", folder);
        } else if let Some(library) = flag.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={}", library);
        }
    }
}

/// An environment variable that is neither empty nor 0.
fn setting(name: &str) -> Option<OsString> {
    println!("cargo:rerun-if-env-changed={}", name);
    env::var_os(name).filter(|value| !value.is_empty() && value != "0")
}

fn link_prebuilt(folder: &Path) {
    // Cargo runs this program in one folder and the linker in another: neither would find a library
    // in a relative one, and the linker may find another library instead.
    if !folder.is_absolute() {
        panic!("HASHLANE_LIB_DIR={} is no absolute path", folder.display());
    }
    let archive = folder.join("libhashlane.a");
    println!("cargo:rerun-if-changed={}", archive.display());
    println!("cargo:rustc-link-search=native={}", folder.display());
    let kind = if archive.exists() { "static" } else { "dylib" };
    println!("cargo:rustc-link-lib={}=hashlane", kind);
}

fn build(source: &Path, folder: &Path) {
    let mut configure = Command::new("cmake");
    // A cache from before the project moved names the old place.
    configure.arg("--fresh").arg("-S").arg(source).arg("-B").arg(folder);
    configure.args(["-DCMAKE_BUILD_TYPE=Release", "-DHASHLANE_BUILD_PROGRAM=OFF"]);
    configure.arg("-DHASHLANE_BUILD_SHARED=OFF");
    if Command::new("ninja").arg("--version").output().is_ok() {
        configure.args(["-G", "Ninja"]);
    }
    run(&mut configure);
    let jobs = env::var("NUM_JOBS").unwrap_or_else(|_| "1".to_string());
    let mut make = Command::new("cmake");
    make.arg("--build").arg(folder);
    make.args(["--target", "hashlane", "--parallel", &jobs]);
    run(&mut make);
}

fn main() {
    if setting("DOCS_RS").is_some() {
        return;
    }
    if let Some(folder) = setting("HASHLANE_LIB_DIR") {
        return link_prebuilt(Path::new(&folder));
    }
    if setting("HASHLANE_USE_PKG_CONFIG").is_some() {
        return link_installed();
    }
    println!("cargo:rerun-if-env-changed=CMAKE_TOOLCHAIN_FILE");
    if env::var("TARGET") != env::var("HOST") && env::var_os("CMAKE_TOOLCHAIN_FILE").is_none() {
        panic!("to build for another system, name a CMake toolchain in CMAKE_TOOLCHAIN_FILE");
    }
    // In the repository library/ has links to the source, which has one path for all that build it.
    let library = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("library");
    let list = library.join("CMakeLists.txt").canonicalize().expect("the library's source");
    let source = list.parent().unwrap();
    for part in ["CMakeLists.txt", "cmake", "include", "src"] {
        println!("cargo:rerun-if-changed={}", source.join(part).display());
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap()).join("library");
    build(source, &folder);
    println!("cargo:rustc-link-search=native={}", folder.display());
    println!("cargo:rustc-link-lib=static=hashlane");
}
