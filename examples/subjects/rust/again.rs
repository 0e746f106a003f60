//! For code that reads synchronously: copy it beside orrery.rs. The code runs once more from its
//! start whenever something comes that it waits for, and is given from a log what it read before.
//! So it must do the same each time, and pass NotYet on with `?`.
use crate::{json::Json, orrery, orrery::Api};

pub struct NotYet;

/// One call of a tool.
pub struct Again {
    pub now: i64, // Of the code: it stands still between what it reads.
    api: Api,
    call: i64,
    began: i64,
    log: Vec<(i64, Json)>,
    given: usize, // Of the log, this time.
    acts: usize,  // This time,
    said: usize,  // and in all.
}

impl Again {
    pub fn new(api: Api, call: i64) -> Again {
        let began = api.borrow().0;
        Again { now: began, api, call, began, log: vec![], given: 0, acts: 0, said: 0 }
    }
    /// From the start; with something for this call, if there is.
    pub fn run(&mut self, event: Option<Json>, code: fn(&mut Again) -> Result<(), NotYet>) {
        let now = self.api.borrow().0;
        self.log.extend(event.map(|event| (now, event)));
        (self.given, self.acts, self.now) = (0, 0, self.began);
        let _ = code(self); // NotYet: it waits.
    }
    /// All that comes depends on this, with times from now.
    pub fn kept(&self) -> String {
        let now = self.api.borrow().0;
        let log: Vec<_> = self.log.iter().map(|(at, event)| (now - at, event)).collect();
        format!("{} {} {log:?}", self.call, now - self.began)
    }

    pub fn act(&mut self, name: &str, members: &str) {
        self.acts += 1;
        if self.acts > self.said {
            self.said = self.acts;
            orrery::say(&self.api, name, format!(r#""call":{}{members}"#, self.call));
        }
    }
    pub fn read(&mut self, ask: &str, probe: &str) -> Result<i64, NotYet> {
        let event = self.wait(ask, &format!(r#","probe":{probe}"#))?;
        Ok(event.get("reading").get("value").number())
    }
    pub fn sleep(&mut self, ms: i64) -> Result<(), NotYet> {
        self.wait("set_timer", &format!(r#","after_ms":{ms}"#)).map(|_| ())
    }

    fn wait(&mut self, name: &str, members: &str) -> Result<Json, NotYet> {
        self.act(name, members);
        let (now, event) = self.log.get(self.given).cloned().ok_or(NotYet)?;
        (self.now, self.given) = (now, self.given + 1);
        Ok(event)
    }
}
