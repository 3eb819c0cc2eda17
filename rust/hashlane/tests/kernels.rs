// SPDX-License-Identifier: MIT
use hashlane::{kernels, load_tuning, version, TuningError};
use std::path::Path;

#[test]
fn kernels_are_described() {
    let all = kernels();
    let portable = all.iter().find(|kernel| kernel.id == "sha256-chain.portable.x1").unwrap();
    assert!(portable.runnable && portable.lanes == 1 && portable.workload == "sha256-chain");
    assert!(all.iter().any(|kernel| kernel.chosen));
}

#[test]
fn the_crate_has_the_version_of_the_library() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn tuning_files() {
    assert_eq!(load_tuning(Some(Path::new("/no such file"))), Err(TuningError::NotFound));
    let no_tuning = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    assert_eq!(load_tuning(Some(&no_tuning)), Err(TuningError::NotValid));
}

#[cfg(unix)]
#[test]
fn a_path_may_be_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = std::env::temp_dir().join(format!("hashlane-{}", std::process::id()));
    let name = folder.join(std::ffi::OsStr::from_bytes(b"\xff"));
    std::fs::create_dir_all(&folder).unwrap();
    if std::fs::write(&name, "no tuning").is_ok() {
        assert_eq!(load_tuning(Some(&name)), Err(TuningError::NotValid));
    } // macOS refuses such names
    std::fs::remove_dir_all(&folder).unwrap();
}
