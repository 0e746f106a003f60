//! Plays vectors (docs/VECTORS.md) as a test of the policy beside it:
//!
//!     orrery export ack -o ack.json && rustc --test --edition 2021 ack.rs && VECTORS=ack.json ./ack
use crate::{json::Json, orrery::Policy, Ack, Api};
use std::{collections::*, env, fs, mem::take, sync::LazyLock};

static FILE: LazyLock<Json> = LazyLock::new(|| {
    let path = env::var("VECTORS").expect("VECTORS names a file of orrery export");
    read(&fs::read_to_string(path).expect("the file of VECTORS can be read"))
});
/// An error of no text: it went where the vector knows nothing, so it neither passes nor fails.
type Outcome = Result<(), Option<String>>;

fn read(text: &str) -> Json {
    Json::read(&mut text.chars().peekable())
}
fn port(name: &str) -> &'static Json {
    FILE.get("port").get(name)
}
fn has(list: &Json, word: &str) -> bool {
    list.items().iter().any(|(_, other)| other.text() == word)
}
fn of(message: &Json) -> (&str, &Json) {
    (&message.items()[0].0, &message.items()[0].1)
}
fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.map(|(name, value)| (name.to_string(), value)).into())
}
/// Equal but for the order of members, what is left out, and one member.
fn same(a: &Json, b: &Json, but: &str) -> bool {
    let all = |a: &Json, b: &Json| {
        let is_free = |name: &str| name == but || has(port("free"), name);
        a.items().iter().all(|(name, value)| is_free(name) || same(value, b.get(name), ""))
    };
    match (a, b) {
        (Json::Null, Json::Null | Json::Bool(false) | Json::Number(0)) => true,
        (Json::Null, Json::Text(word)) => has(port("first_words"), word),
        (Json::Null | Json::Object(_), Json::Object(_)) => all(a, b) && all(b, a),
        (_, Json::Null) => same(b, a, but),
        _ => a == b,
    }
}
/// With other numbers where the subject chooses them, in what it says or is told (`by`).
fn renamed(message: &Json, by: &str, mut number: impl FnMut(&str, i64) -> i64) -> Json {
    let ((name, members), mut chosen) = (of(message), port("chosen").items().iter());
    let row = chosen.find(|(_, row)| row.get(by).text() == name);
    let member = row.map_or("", |(_, row)| row.get("member").text());
    let mut out = members.items().to_vec();
    for (_, value) in
        out.iter_mut().filter(|(name, value)| name == member && *value != Json::Number(0))
    {
        *value = Json::Number(number(member, value.number()));
    }
    object([(name, Json::Object(out))])
}

/// What looks about something read: one value for each of the next, then the last one.
struct Known(Json, VecDeque<Json>, Json);

struct Play {
    api: Api,
    subject: Ack,
    due: BTreeMap<i64, i64>,    // The instants of timers.
    chosen: BTreeMap<i64, i64>, // Numbers of the vector: ours.
    known: Vec<Known>,
    said: Vec<Json>,
    flags: (bool, bool, bool), // A look found nothing known; several values are; `early`.
}

impl Play {
    fn run(&mut self, steps: &[(String, Json)]) -> Outcome {
        for (number, (_, step)) in steps.iter().enumerate() {
            let at = step.get("at_ms").number();
            self.flags.1 = false;
            self.fire(at - 1)?;
            self.judge(&Json::Null, &steps[number..])?;
            if self.flags.0 {
                return Err(None);
            }
            step.get("looks").items().iter().for_each(|(_, look)| self.know(look));
            self.api.borrow_mut().0 = at;
            match step.get("tell") {
                Json::Null => self.fire(at)?,
                event => self
                    .tell(renamed(event, "event", |_, it| *self.chosen.get(&it).unwrap_or(&it)))?,
            }
            self.judge(step.get("want"), &steps[number + 1..])?;
        }
        Ok(())
    }
    fn judge(&mut self, want: &Json, later: &[(String, Json)]) -> Outcome {
        let got = format!("at {} ms: {:?}, wanted {want:?}", self.api.borrow().0, self.said);
        let mut wanted = want.get("in_any_order").items().iter();
        let took = wanted.all(|(_, one)| {
            let found = (0..self.said.len()).find(|at| self.is(one.get("say"), *at));
            found.map(|at| self.said.remove(at)).is_some()
        });
        let wants = |said: &Json| {
            let mut all =
                later.iter().flat_map(|(_, step)| step.get("want").get("in_any_order").items());
            all.any(|(_, one)| same(one.get("say"), said, ""))
        };
        let may_wait =
            |said| self.flags.2 && of(said).0 == port("early").get("say").text() && wants(said);
        let good = took && self.said.iter().all(may_wait);
        let unread = self.known.iter().any(|known| !known.1.is_empty());
        if unread || !good && (self.flags.0 || self.flags.1) {
            return Err(None);
        }
        if good {
            Ok(())
        } else {
            Err(Some(got))
        }
    }
    fn is(&mut self, want: &Json, at: usize) -> bool {
        let (said, mut numbers) = (self.said[at].clone(), vec![]);
        let ours = renamed(want, "command", |member, theirs| match of(&said).1.get(member) {
            Json::Number(own) if *own != 0 => {
                numbers.push((theirs, *own));
                *own
            }
            _ => theirs,
        });
        let good = of(&ours).0 == of(&said).0 && same(of(&ours).1, of(&said).1, "");
        self.chosen.extend(numbers.into_iter().filter(|_| good));
        good
    }
    fn fire(&mut self, until: i64) -> Outcome {
        while !self.flags.0 {
            let next = self.due.iter().map(|(timer, at)| (*at, *timer)).min();
            let Some((at, timer)) = next.filter(|next| next.0 <= until) else { break };
            self.due.remove(&timer);
            self.api.borrow_mut().0 = at;
            let key = object([(port("timers").get("key").text(), Json::Number(timer))]);
            self.tell(object([(port("timers").get("fired").text(), key)]))?;
        }
        Ok(())
    }
    fn tell(&mut self, event: Json) -> Outcome {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            let (timers, (name, members)) = (port("timers"), of(&event));
            self.flags.2 |= name == port("early").get("after").text();
            if name == timers.get("drops").text() {
                self.due.remove(&members.get(timers.get("key").text()).number());
            }
            self.api.borrow_mut().2.clear();
            self.subject.on(name, members);
            let said = take(&mut self.api.borrow_mut().2);
            for text in said {
                if text.contains(port("no_room").text()) {
                    return Err(None);
                }
                events.extend(self.heed(read(&text)));
            }
        }
        Ok(())
    }
    /// The answer to a look, if it is one.
    fn heed(&mut self, command: Json) -> Option<Json> {
        let (timers, (name, members)) = (port("timers"), of(&command));
        let key = members.get(timers.get("key").text());
        if let Some((_, look)) =
            port("looks").items().iter().find(|row| row.1.get("command").text() == name)
        {
            let value = self.look(members.get(look.get("about").text()));
            self.flags.0 |= value.is_none();
            let (copies, gives) = (look.get("copies").text(), look.get("gives").text());
            let answer = object([(copies, members.get(copies).clone()), (gives, value?)]);
            return Some(object([(look.get("answer").text(), answer)]));
        } else if name == timers.get("set").text() {
            let at = self.api.borrow().0 + members.get("after_ms").number();
            self.due.insert(key.number(), at);
        } else if name == timers.get("stop").text() {
            self.due.remove(&key.number());
        } else if !has(port("unasked"), name) {
            self.said.push(command);
        }
        None
    }
    fn look(&mut self, about: &Json) -> Option<Json> {
        let own = port("own");
        if same(about, own.get("about"), "") {
            let kept = read(&format!("{{{}}}", &self.subject.kept().1[1..]));
            return Some(kept.get(own.get("member").text()).clone());
        }
        if let Some(known) = self.known.iter_mut().find(|known| same(&known.0, about, "")) {
            known.2 = known.1.pop_front().unwrap_or(known.2.clone());
            return Some(known.2.clone()).filter(|value| *value != Json::Null);
        }
        let adds = port("adds").text(); // Of what it only adds to, something may be known.
        let near = self.known.iter().any(|known| same(&known.0, about, adds));
        (!near).then(|| port("unread").clone())
    }
    fn know(&mut self, look: &Json) {
        let (about, values) = (look.get("about"), look.get("read").items());
        let several = values.len() > 1;
        self.flags.1 |= several;
        self.known.retain(|known| !same(&known.0, about, ""));
        let next = values.iter().filter(|_| several).map(|value| value.1.clone()).collect();
        let last = values.first().map_or(Json::Null, |value| value.1.clone());
        self.known.push(Known(about.clone(), next, last));
    }
}

#[test]
fn vectors() {
    assert_eq!(FILE.get("area").text(), "ack", "other areas have words that are not played here");
    let (mut passed, mut failed, all) = (0, vec![], FILE.get("vectors").items());
    for (_, vector) in all {
        let (api, (due, chosen, known, said, flags)) = (Api::default(), Default::default());
        let subject = Ack::begin(vector.get("setup"), api.clone());
        let mut play = Play { api, subject, due, chosen, known, said, flags };
        match play.run(vector.get("steps").items()) {
            Ok(()) => passed += 1,
            Err(None) => (),
            Err(Some(why)) => failed.push(format!("{}: {why}", vector.get("name").text())),
        }
    }
    println!("{passed} of {} passed, {} failed", all.len(), failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
