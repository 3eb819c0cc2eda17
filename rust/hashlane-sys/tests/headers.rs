// SPDX-License-Identifier: MIT
//! The declarations of this crate are those of the headers. This writes them as C, after an
//! #include of the headers, and has the C compiler compare the two: it refuses a second declaration
//! of a function that differs from the first. Constants, sizes and offsets become static
//! assertions. That nothing is missing here is seen by the names.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The modules of this crate.
fn modules() -> Vec<String> {
    let entries = fs::read_dir(here("src")).unwrap();
    let mut modules: Vec<String> =
        entries.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    modules.sort();
    modules
}

/// hashlane.h and what it includes.
fn headers() -> Vec<String> {
    let folder = here("library/include/hashlane");
    let whole = fs::read_to_string(folder.join("hashlane.h")).unwrap();
    let mut headers: Vec<String> = between(&whole, "#include \"", "\"")
        .iter()
        .map(|name| fs::read_to_string(folder.join(name)).unwrap())
        .collect();
    headers.push(whole);
    headers
}

/// All modules, on one line, as if none were too long for it.
fn declarations() -> String {
    modules()
        .join("\n")
        .lines()
        .map(|line| line.split("//").next().unwrap().trim())
        .collect::<Vec<_>>()
        .join(" ")
        .replace("( ", "(")
        .replace("< ", "<")
        .replace(", )", ")")
        .replace(", >", ">")
}

/// Returns each text between `begin` and `end`.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin).skip(1).map(|rest| rest.split(end).next().unwrap().trim()).collect()
}

/// Splits at a separator that is in no bracket.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' => depth -= 1,
            '>' if !text[..at].ends_with('-') => depth -= 1,
            _ if character == separator && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// A declaration in C of `name` with a type of Rust.
fn declare(rust: &str, name: &str) -> String {
    if let Some(pointee) = rust.strip_prefix("*const ") {
        return declare(pointee, &format!("const *{}", name));
    }
    if let Some(pointee) = rust.strip_prefix("*mut ") {
        return declare(pointee, &format!("*{}", name));
    }
    if let Some(function) = rust.strip_prefix("Option<unsafe extern \"C\" fn") {
        return declare_function(function.strip_suffix('>').unwrap(), &format!("(*{})", name));
    }
    let base = match rust {
        "u8" => "uint8_t",
        "u16" => "uint16_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "c_char" => "char",
        "c_int" => "int",
        "c_uint" => "unsigned",
        "c_void" => "void",
        other => other,
    };
    format!("{} {}", base, name)
}

/// The same for a function: "(a: T, b: U) -> V".
fn declare_function(signature: &str, name: &str) -> String {
    let (parameters, result) = match signature.rsplit_once("->") {
        Some((parameters, result)) if !result.contains(')') => (parameters.trim(), result.trim()),
        _ => (signature.trim(), "c_void"),
    };
    let parameters = parameters.strip_prefix('(').unwrap().strip_suffix(')').unwrap();
    let declared: Vec<String> = split_outside(parameters, ',')
        .iter()
        .map(|parameter| {
            let (name, kind) = parameter.split_once(':').unwrap();
            declare(kind.trim(), name)
        })
        .collect();
    let declared = if declared.is_empty() { "void".into() } else { declared.join(", ") };
    declare(result, &format!("{}({})", name, declared))
}

fn functions(c: &mut String, rust: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for function in between(rust, "pub fn ", ";") {
        let at = function.find('(').unwrap();
        let (name, signature) = function.split_at(at);
        writeln!(c, "{};", declare_function(signature, name)).unwrap();
        names.insert(name.to_string());
    }
    names
}

fn constants(c: &mut String, rust: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for constant in between(rust, "pub const ", ";") {
        let (declared, value) = constant.split_once('=').unwrap();
        let name = declared.split(':').next().unwrap().trim();
        let value = match value.trim() {
            "usize::MAX" => "SIZE_MAX",
            "i64::MAX as u64" => "INT64_MAX",
            "u64::MAX / 8" => "UINT64_MAX / 8",
            number => number,
        };
        writeln!(c, "_Static_assert({} == {}, \"{}\");", name, value, name).unwrap();
        names.insert(name.to_string());
    }
    names
}

/// Each structure is declared once more under another name; the compiler checks that the two are identical.
fn structures(c: &mut String, rust: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for structure in between(rust, "pub struct ", "}") {
        let (name, fields) = structure.split_once('{').unwrap();
        let name = name.trim();
        let (mut own, mut checks) = (String::new(), String::new());
        for field in split_outside(fields, ',') {
            let (field, kind) = field.strip_prefix("pub ").unwrap().split_once(':').unwrap();
            let (kind, count) = match kind.trim().strip_prefix('[') {
                Some(array) => array.strip_suffix(']').unwrap().split_once(';').unwrap(),
                None => (kind.trim(), "1"),
            };
            let array = format!("{}[{}]", field, count.trim());
            writeln!(own, "{};", declare(kind, &array)).unwrap();
            writeln!(
                checks,
                "_Static_assert(offsetof({0}, {1}) == offsetof(rust_{0}, {1}) && \
                 sizeof((({0} *)0)->{1}) == sizeof(((rust_{0} *)0)->{1}), \"{0}.{1}\");",
                name, field
            )
            .unwrap();
        }
        // An array of one is laid out as its element.
        writeln!(c, "typedef struct {{ {} }} rust_{};", own, name).unwrap();
        writeln!(c, "_Static_assert(sizeof({0}) == sizeof(rust_{0}), \"{0}\");", name).unwrap();
        c.push_str(&checks);
        names.insert(name.to_string());
    }
    names
}

fn without_comments(header: &str) -> String {
    let mut parts = header.split("/*");
    let mut code = parts.next().unwrap().to_string();
    for part in parts {
        code.push_str(part.split_once("*/").unwrap().1);
    }
    code
}

/// What the headers declare: functions, constants, structures.
fn in_headers() -> (BTreeSet<String>, BTreeSet<String>, BTreeSet<String>) {
    let mut functions = BTreeSet::new();
    let mut constants = BTreeSet::new();
    let mut structures = BTreeSet::new();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for header in headers() {
        let code = without_comments(&header);
        for (at, _) in code.match_indices(|c: char| !is_name(c)) {
            let rest = &code[at + 1..];
            let name = &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())];
            let after = &rest[name.len()..];
            if name.starts_with("hashlane_") && after.starts_with('(') {
                functions.insert(name.to_string());
            } else if name.starts_with("hashlane_") && code[..at].ends_with("struct") {
                structures.insert(name.to_string());
            } else if name.starts_with("HASHLANE_") && is_constant(&code[..at], after) {
                constants.insert(name.to_string());
            }
        }
    }
    (functions, constants, structures)
}

/// An enumerator, or a macro with a number for its value.
fn is_constant(before: &str, after: &str) -> bool {
    if before.ends_with("#define") {
        let value = after.lines().next().unwrap().trim();
        let is_word = value == "noexcept" || value == ": int" || value.starts_with("__attribute__");
        return after.starts_with(' ') && !value.starts_with('"') && !is_word;
    }
    let before = before.trim_end();
    (before.ends_with('{') || before.ends_with(',')) && before.rfind("enum") > before.rfind('}')
}

#[test]
fn nothing_is_missing_and_nothing_differs() {
    let rust = declarations();
    let mut c = String::from("#include <hashlane/hashlane.h>\n");
    let (found_functions, found_constants, found_structures) =
        (functions(&mut c, &rust), constants(&mut c, &rust), structures(&mut c, &rust));
    let with_layout_of_c = rust.matches("#[repr(C)]").count();
    assert_eq!(with_layout_of_c, found_structures.len(), "structures with the layout of C");
    let (functions, constants, structures) = in_headers();
    assert!(functions.len() > 20 && constants.len() > 10 && structures.len() > 5);
    assert_eq!(found_functions, functions, "functions, here and in the headers");
    assert_eq!(found_constants, constants, "constants, here and in the headers");
    assert_eq!(found_structures, structures, "structures, here and in the headers");

    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("declarations.c");
    fs::write(&file, &c).unwrap();
    let output = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Werror", "-fsyntax-only", "-I"])
        .arg(here("library/include"))
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
