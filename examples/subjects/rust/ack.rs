//! Says OK to a tool's caller when the frontend has processed the action, and not before.
//!
//!     rustc -O examples/subjects/rust/ack.rs && orrery conform ack --subject exec:./ack
mod json;
mod orrery;
#[cfg(test)]
mod vectors;
use json::Json;
use orrery::{Api, Wait};
use std::cell::Cell;
use std::rc::Rc;
use Signal::*;
use When::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Signal {
    None,
    RoundTrip,
    GenerationAdvanced,
    SoftDialogAppeared,
    SoftDialogDisappeared,
    WindowAppeared,
    WindowDisappeared,
    WindowCountBelow,
}
#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    Always,
    AutoConfirm,
    Asking,
    One,
    All,
}
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    First,
    Event,  // Another event, once the signal of the row before it came,
    Signal, // or another signal of the same event.
}
/// What stands in the way of a row: while it is so, the call ends thus.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    of: &'static str,
    subject: &'static str, // Empty: none.
    is: &'static str,
    ends: &'static str,
    within: i64,
}
const fn obstacle(
    of: &'static str,
    subject: &'static str,
    is: &'static str,
    ends: &'static str,
) -> Obstacle {
    Obstacle { of, subject, is, ends, within: 0 }
}
const VIEWERS: &[Obstacle] = &[
    obstacle("windows", "viewer", "missing", r#""not_ready""#),
    obstacle("windows", "viewer", "none", r#""invalid_params""#),
];
const ACTS: &[Obstacle] = &[
    obstacle("soft_dialog", "", "some", r#""refused","refusal":"blocked""#),
    obstacle("items", "", "none", r#""refused","refusal":"nothing_to_do""#),
];
const RENAMES: &[Obstacle] =
    &[ACTS[0], obstacle("generation", "", "missing", r#""not_ready""#)];
const CLOSED: &[Obstacle] = &[obstacle("windows", "settings", "none", r#""ok""#)];
const PROMPT: &[Obstacle] = &[obstacle(
    "soft_dialog",
    "archive-password",
    "none",
    r#""refused","refusal":"nothing_to_do""#,
)];
const PATH: &[Obstacle] = &[Obstacle {
    within: 2000,
    ..obstacle("path", "", "none", r#""refused","refusal":"not_there""#)
}];

#[derive(Clone, Copy, Debug)]
struct Row {
    tool: &'static str,
    when: When,
    target: &'static str, // Empty: any.
    signal: Signal,
    subject: &'static str, // Empty: none.
    budget: i64,
    poll: i64,
    part: Part,
    unless: &'static [Obstacle],
}

const CONFIRMATIONS: [&str; 4] =
    ["transfer-confirmation", "delete-confirmation", "mkdir-confirmation", "new-file-confirmation"];

fn row(
    tool: &'static str,
    when: When,
    target: &'static str,
    signal: Signal,
    subject: &'static str,
) -> Row {
    let slow = signal == RoundTrip || tool.starts_with("nav_");
    let poll = if signal == GenerationAdvanced { 250 } else { 100 };
    let budget = if slow { 5000 } else { 1500 };
    Row { tool, when, target, signal, subject, budget, poll, part: Part::First, unless: &[] }
}

fn table(revision: &str) -> Vec<Row> {
    let mut out = Vec::new();
    let third = revision == "r3";
    let acts = if third { ACTS } else { &[] };
    for (tool, dialog) in [("copy", 0), ("move", 0), ("delete", 1), ("compress", 0)] {
        if third {
            let starts = row(tool, AutoConfirm, "", RoundTrip, "");
            out.push(Row { budget: 10000, unless: acts, ..starts });
        } else if tool != "compress" {
            out.push(row(tool, AutoConfirm, "", GenerationAdvanced, ""));
        }
        if third || tool != "compress" {
            let asks = row(tool, Asking, "", SoftDialogAppeared, CONFIRMATIONS[dialog]);
            out.push(Row { unless: acts, ..asks });
        }
    }
    let asking = if third { Asking } else { Always };
    for (tool, dialog) in [("mkdir", "mkdir-confirmation"), ("mkfile", "new-file-confirmation")] {
        let unless = if third { &ACTS[..1] } else { &[] };
        out.push(Row { unless, ..row(tool, asking, "", SoftDialogAppeared, dialog) });
        if third {
            out.push(Row { unless, ..row(tool, AutoConfirm, "", RoundTrip, "") });
        }
    }
    if third {
        out.push(Row { unless: RENAMES, ..row("rename", Always, "", RoundTrip, "") });
        let goes = row("go_to_latest_download", Always, "", RoundTrip, "");
        out.push(Row { budget: 30000, ..goes });
        out.push(Row { part: Part::Event, ..goes });
        out.push(Row { unless: PROMPT, ..row("unlock_archive", Always, "", RoundTrip, "") });
        let prompt = row("unlock_archive", Always, "", SoftDialogDisappeared, "archive-password");
        out.push(Row { part: Part::Signal, ..prompt });
    }
    for tool in [
        "toggle_hidden",
        "set_view_mode",
        "sort",
        "tab",
        "nav_to_parent",
        "nav_back",
        "nav_forward",
    ] {
        out.push(row(tool, Always, "", GenerationAdvanced, ""));
    }
    out.push(row("open_under_cursor", Always, "", RoundTrip, ""));
    for (target, window) in [("settings", "settings"), ("file-viewer", "viewer")] {
        out.push(row("dialog_open", Always, target, WindowAppeared, window));
        out.push(row("dialog_focus", Always, target, WindowAppeared, window));
    }
    let closes = row("dialog_close", Always, "settings", WindowDisappeared, "settings");
    out.push(Row { unless: if third { CLOSED } else { &[] }, ..closes });
    for when in [One, All] {
        let closes = row("dialog_close", when, "file-viewer", WindowCountBelow, "viewer");
        out.push(Row { unless: VIEWERS, ..closes });
    }
    out.push(row("dialog_open", Always, "about", SoftDialogAppeared, "about"));
    for dialog in CONFIRMATIONS.into_iter().chain(["about"]) {
        out.push(row("dialog_focus", Always, dialog, SoftDialogAppeared, dialog));
        out.push(row("dialog_close", Always, dialog, SoftDialogDisappeared, dialog));
    }
    for dialog in &CONFIRMATIONS[..if third { 2 } else { 4 }] {
        out.push(row("dialog_confirm", Always, dialog, GenerationAdvanced, ""));
    }
    for tool in ["move_cursor", "set_setting", "nav_to_path"] {
        out.push(row(tool, Always, "", RoundTrip, ""));
    }
    let path = out.last_mut().unwrap();
    path.budget = 30000;
    path.unless = if third { PATH } else { &[] };
    if third || revision == "r2" {
        for tool in ["refresh", "select"] {
            out.push(row(tool, Always, "", RoundTrip, ""));
        }
    } else {
        out.push(row("refresh", Always, "", None, ""));
        out.push(row("select", Always, "", GenerationAdvanced, ""));
    }
    out
}

fn is_for(row: &Row, request: &Json) -> bool {
    let (confirmed, one) = (request.get("auto_confirm").is_true(), request.get("one").is_true());
    let fits = match row.when {
        Always => true,
        AutoConfirm => confirmed,
        Asking => !confirmed,
        One => one,
        All => !one,
    };
    fits && (row.target.is_empty() || row.target == request.get("target").text())
}

/// What is read of the panes, of a dialog or of windows.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    exists: bool,
    value: i64,
    detail: i64,
}

fn holds(signal: Signal, bound: i64, seen: Reading) -> bool {
    match signal {
        GenerationAdvanced => seen.exists && seen.value > bound,
        WindowCountBelow => seen.exists && seen.value < bound,
        SoftDialogAppeared | WindowAppeared => seen.exists && seen.value > 0,
        _ => !seen.exists || seen.value == 0,
    }
}

fn named(name: &str) -> String {
    if name.is_empty() {
        "null".into()
    } else {
        format!("\"{name}\"")
    }
}

/// One call of a tool.
struct Call {
    api: Api,
    call: i64,
    row: Row,
    path: i64,             // Zero: none.
    doing: &'static str,   // What a missing signal says of the action.
    requests: Rc<Cell<i64>>, // Of all calls.
}

impl Call {
    fn now(&self) -> i64 {
        self.api.borrow().0
    }
    fn say(&self, name: &str, members: &str) {
        orrery::say(&self.api, name, format!(r#""call":{}{members}"#, self.call));
    }
    fn respond(&self, response: &str) {
        self.say("respond", &format!(r#","response":{{"status":{response}}}"#));
    }
    fn signal(&self, bound: i64) -> String {
        let (kind, subject) = (self.row.signal, named(self.row.subject));
        format!(r#""signal":{{"kind":"{kind:?}","subject":{subject},"bound":{bound}}}"#)
    }
    fn missing(&self, bound: i64, since: i64) -> bool {
        let (elapsed, signal) = (self.now() - since, self.signal(bound));
        let doing = self.doing;
        self.respond(&format!(r#""missing",{signal},"elapsed_ms":{elapsed},"doing":"{doing}""#));
        false
    }

    async fn carry_out(mut self, parts: Vec<Row>) {
        for row in parts {
            let replied = self.row.signal == RoundTrip && row.part == Part::Signal;
            self.doing = if replied { "done" } else { "may_happen" };
            self.row = row;
            if !self.goes().await || !self.comes().await {
                return;
            }
        }
        self.respond(r#""ok""#);
    }

    /// Whether nothing stands in the way.
    async fn goes(&self) -> bool {
        for each in self.row.unless {
            let path = if each.of == "windows" { self.path } else { 0 };
            let (of, subject) = (each.of, named(each.subject));
            let probe = format!(r#"{{"kind":"{of}","subject":{subject},"path":{path}}}"#);
            self.say("capture", &format!(r#","probe":{probe}"#));
            let mut either = vec![("captured", self.call)];
            if each.within > 0 {
                self.say("set_timer", &format!(r#","after_ms":{}"#, each.within));
                either.push(("timer_fired", self.call));
            }
            let stands = format!("{:?} {} {each:?}", self.row, self.path);
            let wait = Wait(either, stands, self.now() + each.within);
            let (name, event) = orrery::happens(&self.api, wait).await;
            if name == "timer_fired" {
                self.respond(r#""refused","refusal":"unchecked""#);
                return false;
            }
            if each.within > 0 {
                self.say("cancel_timer", "");
            }
            let reading = event.get("reading");
            let some = if reading.get("value").number() > 0 { "some" } else { "none" };
            if each.is == if reading.get("exists").is_true() { some } else { "missing" } {
                self.respond(each.ends);
                return false;
            }
        }
        true
    }

    /// Whether its signal came; if not, the call has its answer.
    async fn comes(&self) -> bool {
        match self.row.signal {
            None => {
                self.say("dispatch", r#","request":0"#);
                true
            }
            RoundTrip => self.round_trip().await,
            _ => self.until_seen().await,
        }
    }

    async fn round_trip(&self) -> bool {
        self.requests.set(self.requests.get() + 1);
        let (request, since) = (self.requests.get(), self.now());
        let deadline = since + self.row.budget;
        self.say("dispatch", &format!(r#","request":{request}"#));
        self.say("set_timer", &format!(r#","after_ms":{}"#, self.row.budget));
        let either = vec![("timer_fired", self.call), ("replied", request)];
        let stands = format!("{:?}", self.row);
        let (name, reply) = orrery::happens(&self.api, Wait(either, stands, deadline)).await;
        if name == "timer_fired" {
            return self.missing(0, since);
        }
        self.say("cancel_timer", "");
        if reply.get("ok").is_true() {
            return true;
        }
        let (text, refusal) = (reply.get("text").number(), reply.get("refusal").text());
        let doing = if refusal == "malformed" { "may_happen" } else { "unsaid" };
        self.respond(&format!(
            r#""failed","text":{text},"refusal":"{refusal}","doing":"{doing}""#
        ));
        false
    }

    async fn until_seen(&self) -> bool {
        let mut bound = 0;
        if self.row.part != Part::Signal {
            bound = self.captured().await;
            self.say("dispatch", r#","request":0"#);
        }
        let since = self.now();
        let deadline = since + self.row.budget;
        let kept = format!("{:?} {bound} {} {}", self.row, self.path, self.doing);
        let mut last = false;
        let seen = loop {
            let stands = format!("{kept} {last}");
            let seen = self.read("look", "looked", stands, deadline).await;
            if holds(self.row.signal, bound, seen) {
                break seen;
            }
            if last {
                return self.missing(bound, since);
            }
            let left = deadline - self.now();
            if left > 0 {
                self.say("set_timer", &format!(r#","after_ms":{}"#, left.min(self.row.poll)));
                let fires = vec![("timer_fired", self.call)];
                orrery::happens(&self.api, Wait(fires, kept.clone(), deadline)).await;
            }
            last = self.now() >= deadline;
        };
        if self.path != 0 && seen.detail > 0 {
            self.say("note_still_open", &format!(r#","path":{}"#, self.path));
        }
        true
    }

    /// The bound that the signal must pass, once it is known how things stand.
    async fn captured(&self) -> i64 {
        if matches!(self.row.signal, SoftDialogDisappeared | WindowDisappeared) {
            return 0;
        }
        let stands = format!("{:?} {}", self.row, self.path);
        let seen = self.read("capture", "captured", stands, self.now()).await;
        match self.row.signal {
            GenerationAdvanced => seen.value,
            WindowCountBelow => if self.row.when == One { seen.value } else { 1 },
            signal => {
                if holds(signal, 0, seen) {
                    self.say("note_held", &format!(",{}", self.signal(0)));
                }
                0
            }
        }
    }

    async fn read(&self, ask: &str, answer: &'static str, stands: String, until: i64) -> Reading {
        let kind = match self.row.signal {
            GenerationAdvanced => "generation",
            SoftDialogAppeared | SoftDialogDisappeared => "soft_dialog",
            _ => "windows",
        };
        let (subject, path) = (named(self.row.subject), self.path);
        let probe = format!(r#"{{"kind":"{kind}","subject":{subject},"path":{path}}}"#);
        self.say(ask, &format!(r#","probe":{probe}"#));
        let wait = Wait(vec![(answer, self.call)], stands, until);
        let (_, event) = orrery::happens(&self.api, wait).await;
        let reading = event.get("reading");
        let (value, detail) = (reading.get("value").number(), reading.get("detail").number());
        Reading { exists: reading.get("exists").is_true(), value, detail }
    }
}

struct Ack {
    api: Api,
    rows: Vec<Row>,
    panes: Reading,
    requests: Rc<Cell<i64>>,
}

impl Ack {
    fn begin(setup: &Json, api: Api) -> Ack {
        let rows = table(setup.get("revision").text());
        Ack { api, rows, panes: Reading::default(), requests: Rc::default() }
    }

    fn called(&mut self, call: i64, request: &Json) {
        let tool = request.get("tool").text();
        let mine = |row: &Row| row.part == Part::First && row.tool == tool;
        let at = self.rows.iter().position(|row| mine(row) && is_for(row, request));
        let known = self.rows.iter().any(|row| row.tool == tool);
        let busy = self.api.borrow().1.len() == 8;
        let api = self.api.clone();
        let refuse = |why| {
            orrery::say(
                &self.api,
                "respond",
                format!(r#""call":{call},"response":{{"status":"{why}"}}"#),
            )
        };
        let Some(at) = at else {
            return refuse(if known { "invalid_params" } else { "unknown_tool" });
        };
        if busy {
            return refuse("busy");
        }
        let row = self.rows[at];
        let path = if row.when == One { request.get("path").number() } else { 0 };
        let second = self.rows.get(at + 1).filter(|row| row.part != Part::First);
        let parts = std::iter::once(row).chain(second.copied()).collect();
        let this = Call { api, call, row, path, doing: "", requests: self.requests.clone() };
        orrery::run(&self.api, (call, Wait::default(), Box::pin(this.carry_out(parts))));
    }
}

impl orrery::Policy for Ack {
    fn on(&mut self, name: &str, event: &Json) {
        match name {
            "called" => self.called(event.get("call").number(), event.get("request")),
            "store_ready" => self.panes.exists = true,
            "pushed" if self.panes.exists && event.get("pane").text() != "unknown" => {
                self.panes.value += 1;
                self.panes.detail = event.get("version").number();
            }
            "cancelled" => {
                let call = event.get("call").number();
                self.api.borrow_mut().1.retain(|task| task.0 != call);
            }
            "replied" => orrery::wake(&self.api, name, event.get("request").number(), event),
            "captured" | "looked" | "timer_fired" => {
                orrery::wake(&self.api, name, event.get("call").number(), event)
            }
            _ => (),
        }
    }

    fn kept(&self) -> (String, String) {
        let Reading { exists, value, detail } = self.panes;
        let panes = format!(r#","panes":{{"exists":{exists},"value":{value},"detail":{detail}}}"#);
        (format!("{:?} {}", self.panes, self.requests.get()), panes)
    }
}

fn main() {
    orrery::serve(r#""areas":["ack"],"grade":"digest","name":"Ack in Rust""#, Ack::begin);
}
