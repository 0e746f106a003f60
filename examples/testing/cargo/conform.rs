//! Each check of `orrery conform` as a test of its own, which fails with its story: docs/VECTORS.md.
//! In Cargo.toml: `[[test]]`, `name = "conform"`, `path = "conform.rs"`, `harness = false`.
mod json;
use std::{env, process::*};

fn main() -> ExitCode {
    let of = |name, or: &str| env::var(name).unwrap_or(or.to_string());
    let line = of("ORRERY", "orrery") + " conform " + &of("CONFORM", "ack --subject exec:./ack") + " --results -";
    let gate = Command::new("sh").args(["-c", &line]).stderr(Stdio::inherit()).output().expect("a shell");
    assert!(matches!(gate.status.code(), Some(0 | 1 | 6)), "nothing was judged: {}", gate.status);
    let (mut passed, mut failed, mut ignored) = (0, vec![], 0);
    for line in String::from_utf8_lossy(&gate.stdout).lines().filter(|line| line.contains("\"check\":")) {
        let row = json::Json::parse(line);
        let name = format!("{} ({})", row.get("check").text(), row.get("rule").text());
        match (row.get("outcome").text(), row.get("level").text()) {
            ("pass", _) => passed += 1,
            ("fail" | "error", _) | ("not_exercised", "must") => failed.push((name.clone(), row.get("message").text().to_string())),
            _ => ignored += 1,
        }
        println!("test {name} ... {}", row.get("outcome").text().replace("pass", "ok").replace("fail", "FAILED"));
    }
    failed.iter().for_each(|(name, story)| println!("\n---- {name} ----\n{story}"));
    println!("\ntest result: {}. {passed} passed; {} failed; {ignored} ignored", if failed.is_empty() { "ok" } else { "FAILED" }, failed.len());
    ExitCode::from(!failed.is_empty() as u8)
}
