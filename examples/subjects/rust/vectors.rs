//! Plays vectors (docs/VECTORS.md) as a test of the policy beside it:
//!
//!     orrery export ack -o ack.json && rustc --test --edition 2021 ack.rs && VECTORS=ack.json ./ack
use crate::{json::Json, orrery::Policy, Ack, Api};
use std::collections::BTreeMap;

/// Equal but for the order of members, and what is left out.
fn same(a: &Json, b: &Json, port: &Json) -> bool {
    let first = port.get("first_words").items();
    let says_nothing = |json: &Json| match json {
        Json::Null | Json::Bool(false) | Json::Number(0) => true,
        Json::Object(members) => members.iter().all(|(_, value)| same(value, &Json::Null, port)),
        word => first.iter().any(|(_, other)| word == other),
    };
    let free = |name: &str| port.get("free").items().iter().any(|(_, other)| other.text() == name);
    match (a, b) {
        (Json::Object(ours), Json::Object(theirs)) => {
            ours.iter().all(|(name, value)| free(name) || same(value, b.get(name), port))
                && theirs.iter().all(|(name, value)| free(name) || same(a.get(name), value, port))
        }
        (Json::Null, other) | (other, Json::Null) => says_nothing(other),
        _ => a == b,
    }
}
fn message(name: &str, members: Vec<(&str, Json)>) -> Json {
    let members = members.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    Json::Object(vec![(name.to_string(), Json::Object(members))])
}
/// The member of a message of this kind.
fn member<'a>(message: &'a mut Json, kind: &str, name: &str) -> Option<&'a mut i64> {
    let Json::Object(kinds) = message else { return None };
    let Json::Object(members) = &mut kinds.iter_mut().find(|it| it.0 == kind)?.1 else {
        return None;
    };
    match &mut members.iter_mut().find(|it| it.0 == name)?.1 {
        Json::Number(value) => Some(value),
        _ => None,
    }
}

/// What looks about something read in this step, and how often it was looked.
struct Known {
    about: Json,
    values: Vec<Json>,
    looks: usize,
}

struct Play<'a> {
    port: &'a Json,
    api: Api,
    subject: Ack,
    due: BTreeMap<i64, i64>,    // The instants of timers.
    chosen: BTreeMap<i64, i64>, // Numbers of the vector: ours.
    known: Vec<Known>,
    said: Vec<Json>,
    open: bool,    // A look found nothing that is known,
    no_room: bool, // or somebody had no room.
    early: bool,
}

impl Play<'_> {
    fn hear(&mut self, event: &Json) {
        let (timers, (name, members)) = (self.port.get("timers"), &event.items()[0]);
        let key = timers.get("key").text();
        self.early |= name == self.port.get("early").get("after").text();
        if name == timers.get("drops").text() {
            self.due.remove(&members.get(key).number());
        }
        self.api.borrow_mut().2.clear();
        self.subject.on(name, members);
        let said = std::mem::take(&mut self.api.borrow_mut().2);
        for text in said {
            self.no_room |= text.contains(self.port.get("no_room").text());
            let command = Json::read(&mut text.chars().peekable());
            let (name, members) = &command.items()[0];
            let mut looks = self.port.get("looks").items().iter();
            if let Some((_, look)) = looks.find(|look| look.1.get("command").text() == name) {
                let Some(value) = self.read(members.get(look.get("about").text())) else {
                    self.open = true;
                    continue;
                };
                let copies = look.get("copies").text();
                let answer =
                    [(copies, members.get(copies).clone()), (look.get("gives").text(), value)];
                self.hear(&message(look.get("answer").text(), answer.to_vec()));
            } else if name == timers.get("set").text() {
                let at = self.api.borrow().0 + members.get("after_ms").number();
                self.due.insert(members.get(key).number(), at);
            } else if name == timers.get("stop").text() {
                self.due.remove(&members.get(key).number());
            } else {
                self.said.push(command);
            }
        }
    }
    fn read(&mut self, about: &Json) -> Option<Json> {
        if same(about, self.port.get("own").get("about"), self.port) {
            let kept = format!("{{{}}}", &self.subject.kept().1[1..]);
            let member = self.port.get("own").get("member").text();
            return Some(Json::read(&mut kept.chars().peekable()).get(member).clone());
        }
        if let Some(known) =
            self.known.iter_mut().find(|known| same(&known.about, about, self.port))
        {
            known.looks += 1;
            return known.values.get((known.looks - 1).min(known.values.len().max(1) - 1)).cloned();
        }
        let adds = self.port.get("adds").text();
        let without = |json: &Json| {
            Json::Object(json.items().iter().filter(|member| member.0 != adds).cloned().collect())
        };
        let near =
            self.known.iter().any(|known| same(&without(&known.about), &without(about), self.port));
        (!near).then(|| self.port.get("unread").clone())
    }
    fn fire(&mut self, until: i64) {
        while !self.open {
            let next = self.due.iter().map(|(timer, at)| (*at, *timer)).min();
            let Some((at, timer)) = next.filter(|next| next.0 <= until) else { return };
            self.due.remove(&timer);
            self.api.borrow_mut().0 = at;
            let timers = self.port.get("timers");
            let key = vec![(timers.get("key").text(), Json::Number(timer))];
            self.hear(&message(timers.get("fired").text(), key));
        }
    }
    /// Whether what was said is what is wanted; the numbers that we chose are kept.
    fn takes(&mut self, want: &Json) -> bool {
        for (_, want) in want.get("in_any_order").items() {
            let Some(at) =
                self.said.iter().position(|said| self.is(want.get("say"), said).is_some())
            else {
                return false;
            };
            let taken = self.said.remove(at);
            let ours = self.is(want.get("say"), &taken);
            self.chosen.extend(ours.into_iter().flatten());
        }
        true
    }
    fn is(&self, want: &Json, said: &Json) -> Option<Vec<(i64, i64)>> {
        let (mut said, mut want, mut chosen) = (said.clone(), want.clone(), vec![]);
        for (_, row) in self.port.get("chosen").items() {
            let at = (row.get("command").text(), row.get("member").text());
            if let (Some(theirs), Some(ours)) =
                (member(&mut want, at.0, at.1), member(&mut said, at.0, at.1))
            {
                if *theirs != 0 && *ours != 0 {
                    chosen.push((*theirs, *ours));
                    *ours = *theirs;
                }
            }
        }
        same(&want, &said, self.port).then_some(chosen)
    }
    /// Whether all that is left to take is said too early, and may be.
    fn may_wait(&self, later: &[(String, Json)]) -> bool {
        let wanted = |said: &Json| {
            let mut wants =
                later.iter().flat_map(|step| step.1.get("want").get("in_any_order").items());
            wants.any(|want| same(want.1.get("say"), said, self.port))
        };
        let says = self.port.get("early").get("say").text();
        self.said.iter().all(|said| self.early && said.items()[0].0 == says && wanted(said))
    }
}

/// True: it passed; false: it went where the vector knows nothing.
fn play(port: &Json, vector: &Json) -> Result<bool, String> {
    let api = Api::default();
    let subject = Ack::begin(vector.get("setup"), api.clone());
    let (due, chosen, known, said) = Default::default();
    let mut run = Play {
        port,
        api,
        subject,
        due,
        chosen,
        known,
        said,
        open: false,
        no_room: false,
        early: false,
    };
    let steps = vector.get("steps").items();
    for (number, (_, step)) in steps.iter().enumerate() {
        let at = step.get("at_ms").number();
        run.fire(at - 1);
        if run.open || run.no_room {
            return Ok(false);
        }
        if !run.may_wait(&steps[number..]) {
            return Err(format!("before {at} ms: {:?}", run.said));
        }
        run.api.borrow_mut().0 = at;
        for known in &mut run.known {
            known.values.drain(..known.values.len().max(1) - 1); // The last one holds on.
            known.looks = 0;
        }
        for (_, look) in step.get("looks").items() {
            let values = look.get("read").items().iter().map(|value| value.1.clone()).collect();
            run.known.retain(|known| !same(&known.about, look.get("about"), port));
            run.known.push(Known { about: look.get("about").clone(), values, looks: 0 });
        }
        let mut event = step.get("tell").clone();
        for (_, row) in port.get("chosen").items() {
            if let Some(number) =
                member(&mut event, row.get("event").text(), row.get("member").text())
            {
                *number = *run.chosen.get(number).unwrap_or(number);
            }
        }
        match event {
            Json::Null => run.fire(at),
            event => run.hear(&event),
        }
        let takes = run.takes(step.get("want")) && run.may_wait(&steps[number + 1..]);
        let mut several = run.known.iter().filter(|known| known.values.len() > 1);
        if run.no_room || several.any(|known| known.looks != known.values.len()) {
            return Ok(false);
        }
        if !takes {
            let several = run.known.iter().any(|known| known.values.len() > 1);
            let why = format!("at {at} ms: {:?}, wanted {:?}", run.said, step.get("want"));
            return if run.open || several { Ok(false) } else { Err(why) };
        }
    }
    Ok(true)
}

#[test]
fn vectors() {
    let path = std::env::var("VECTORS").expect("VECTORS names a file of orrery export");
    let text = std::fs::read_to_string(path).expect("the file of VECTORS can be read");
    let file = Json::read(&mut text.chars().peekable());
    let vectors = file.get("vectors").items();
    let (mut passed, mut failed) = (0, vec![]);
    for (_, vector) in vectors {
        match play(file.get("port"), vector) {
            Ok(end) => passed += end as usize,
            Err(why) => failed.push(format!("{}: {why}", vector.get("name").text())),
        }
    }
    println!("{passed} of {} passed, {} failed", vectors.len(), failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
