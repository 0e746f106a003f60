//! The tutorial of docs/SUBJECTS.md in Rust. With an argument it says OK at once, which is red.
#[allow(dead_code)]
mod json;
mod orrery;
use json::Json;
use orrery::{happens, run, say, wake, Api, Policy, Wait};

const PANES: &str = r#","panes":{"exists":false,"value":0,"detail":0}"#;
const DIALOG: &str = "transfer-confirmation";

struct Mine(Api);

impl Policy for Mine {
    fn on(&mut self, name: &str, event: &Json) {
        if *event.get("call") == Json::Null {
            return;
        }
        let call = event.get("call").number();
        if name == "called" && std::env::args().len() > 1 {
            say(&self.0, "dispatch", format!(r#""call":{call},"request":0"#));
            respond(&self.0, call, r#""status":"ok""#);
        } else if name == "called" {
            let task = Box::pin(until_seen(self.0.clone(), call));
            run(&self.0, (call, Wait::default(), task));
        } else {
            wake(&self.0, name, call, event);
        }
    }
    fn kept(&self) -> (String, String) {
        (String::new(), PANES.to_string())
    }
}

fn respond(api: &Api, call: i64, response: &str) {
    say(api, "respond", format!(r#""call":{call},"response":{{{response}}}"#));
}

/// `stands` and how far away `until` is are all that what follows depends on.
async fn read(api: &Api, ask: &str, call: i64, stands: &str, until: i64) -> bool {
    let probe = format!(r#"{{"kind":"soft_dialog","subject":"{DIALOG}","path":0}}"#);
    say(api, ask, format!(r#""call":{call},"probe":{probe}"#));
    let answer = if ask == "look" { "looked" } else { "captured" };
    let wait = Wait(vec![(answer, call)], stands.to_string(), until);
    let (_, event) = happens(api, wait).await;
    event.get("reading").get("value").number() > 0
}

async fn until_seen(api: Api, call: i64) {
    let now = |api: &Api| api.borrow().0;
    let signal = format!(r#"{{"kind":"SoftDialogAppeared","subject":"{DIALOG}","bound":0}}"#);
    let begun = now(&api);
    if read(&api, "capture", call, "captures", begun).await {
        say(&api, "note_held", format!(r#""call":{call},"signal":{signal}"#));
    }
    say(&api, "dispatch", format!(r#""call":{call},"request":0"#));
    let (deadline, mut last) = (now(&api) + 1500, false);
    while !read(&api, "look", call, if last { "last" } else { "look" }, deadline).await {
        if last {
            let late = format!(r#""status":"missing","signal":{signal},"elapsed_ms":1500"#);
            return respond(&api, call, &late);
        }
        let left = deadline - now(&api);
        if left > 0 {
            say(&api, "set_timer", format!(r#""call":{call},"after_ms":{}"#, left.min(100)));
            happens(&api, Wait(vec![("timer_fired", call)], "timer".into(), deadline)).await;
        }
        last = now(&api) >= deadline;
    }
    respond(&api, call, r#""status":"ok""#);
}

fn main() {
    orrery::serve(r#""areas":["ack"],"grade":"digest","name":"Mine""#, |_, api| Mine(api));
}
