//! A tool that is written synchronously: it shows a dialog, and says OK once that is there.
mod again;
mod json;
mod orrery;

use again::{Again, NotYet};
use json::Json;
use std::collections::BTreeMap;

const PROBE: &str = r#"{"kind":"soft_dialog","subject":"transfer-confirmation","path":0}"#;
const SIGNAL: &str =
    r#""signal":{"kind":"SoftDialogAppeared","subject":"transfer-confirmation","bound":0}"#;

fn copy_asking(ide: &mut Again) -> Result<(), NotYet> {
    if ide.read("capture", PROBE)? > 0 {
        ide.act("note_held", &format!(",{SIGNAL}"));
    }
    ide.act("dispatch", r#","request":0"#);
    let deadline = ide.now + 1500;
    let mut last = false;
    while ide.read("look", PROBE)? == 0 {
        if last {
            let late = format!(r#""status":"missing",{SIGNAL},"elapsed_ms":1500"#);
            ide.act("respond", &format!(r#","response":{{{late}}}"#));
            return Ok(());
        }
        if ide.now < deadline {
            ide.sleep(100.min(deadline - ide.now))?;
        }
        last = ide.now >= deadline;
    }
    ide.act("respond", r#","response":{"status":"ok"}"#);
    Ok(())
}

struct Sync {
    api: orrery::Api,
    calls: BTreeMap<i64, Again>,
}

impl orrery::Policy for Sync {
    fn on(&mut self, name: &str, event: &Json) {
        if *event.get("call") == Json::Null {
            return;
        }
        let call = event.get("call").number();
        if name == "cancelled" {
            self.calls.remove(&call);
        }
        if name == "called" {
            self.calls.insert(call, Again::new(self.api.clone(), call));
        }
        let heard = if name == "called" { None } else { Some(event.clone()) };
        if let Some(again) = self.calls.get_mut(&call) {
            again.run(heard, copy_asking);
        }
    }
    fn kept(&self) -> (String, String) {
        let state = self.calls.values().map(Again::kept).collect::<Vec<_>>().join(";");
        (state, r#","panes":{"exists":false,"value":0,"detail":0}"#.to_string())
    }
}

fn main() {
    let hello = r#""areas":["ack"],"grade":"digest","name":"Sync in Rust""#;
    orrery::serve(hello, |_, api| Sync { api, calls: BTreeMap::new() });
}
