//! Plays vectors (docs/VECTORS.md) as a test of the policy beside it, in the words that `ack` has:
//!
//!     orrery export ack -o a.json && rustc --test --edition 2021 ack.rs && VECTORS=a.json ./ack
use crate::{json::Json, orrery::Policy, Ack, Api};
use std::{collections::*, env, fs, mem::take, sync::LazyLock};

static FILE: LazyLock<Json> = LazyLock::new(|| {
    let path = env::var("VECTORS").expect("VECTORS names a file of orrery export");
    Json::parse(&fs::read_to_string(path).expect("the file of VECTORS can be read"))
});
/// An error of no text: it went where the vector knows nothing, so it neither passes nor fails.
type Outcome = Result<(), Option<String>>;
/// What is told or said: its name and its members.
type Message = (String, Json);

fn port(name: &str) -> &'static Json {
    FILE.get("port").get(name)
}
/// Equal but for what is left out.
fn same(a: &Json, b: &Json) -> bool {
    let names = a.items().iter().chain(b.items()).map(|item| &item.0);
    let mut pairs = names.filter(|it| !port("free").has(it)).map(|it| (a.get(it), b.get(it)));
    match (a, b) {
        (Json::Null, Json::Null | Json::Bool(false) | Json::Number(0)) => true,
        (Json::Null, Json::Text(word)) => port("first_words").has(word),
        (Json::Null | Json::Object(_), Json::Object(_)) => pairs.all(|(a, b)| same(a, b)),
        (_, Json::Null) => same(b, a),
        _ => a == b,
    }
}
fn is_like(a: &Message, b: &Message) -> bool {
    a.0 == b.0 && same(&a.1, &b.1)
}
fn wanted(step: &Json) -> impl Iterator<Item = &Message> + Clone {
    step.get("want").get("in_any_order").items().iter().map(|(_, one)| &one.get("say").items()[0])
}

/// What looks about something read, and how many looks there were; the last reading holds on.
struct Known(&'static Json, &'static [(String, Json)], usize);

struct Play {
    api: Api,
    subject: Ack,
    due: BTreeMap<i64, i64>,   // The instants of timers, by call.
    chosen: Vec<(Json, Json)>, // Numbers of requests: the vector's, and the subject's own.
    known: Vec<Known>,
    said: Vec<Message>,
    pushed: bool,
}

impl Play {
    fn run(&mut self, steps: &'static [(String, Json)]) -> Outcome {
        for (number, (_, step)) in steps.iter().enumerate() {
            let at = step.get("at_ms").number();
            self.fire(at - 1)?;
            self.judge(&Json::Null, &steps[number..])?;
            let looks = step.get("looks").items().iter().map(|(_, look)| look);
            self.known.extend(looks.map(|it| Known(it.get("about"), it.get("read").items(), 0)));
            self.api.borrow_mut().0 = at;
            match step.get("tell").items() {
                [event] => self.tell(self.ours(event))?,
                _ => self.fire(at)?,
            }
            self.judge(step, &steps[number + 1..])?;
        }
        Ok(())
    }
    fn judge(&mut self, step: &Json, later: &[(String, Json)]) -> Outcome {
        let why = format!("at {} ms: {:?}, {step:?}", self.api.borrow().0, self.said);
        let took = wanted(step).all(|say| {
            let found = (0..self.said.len()).find(|at| self.is(say, *at));
            found.map(|at| self.said.remove(at)).is_some()
        });
        // Once something was pushed, an answer may come that the vector has later.
        let answers = later.iter().flat_map(|it| wanted(&it.1)).filter(|it| it.0 == "respond");
        let may_wait = |said| self.pushed && answers.clone().any(|say| is_like(say, said));
        let good = took && self.said.iter().all(may_wait);
        // Which look of this step finds which of several readings is nobody's affair.
        let looks = self.known.iter().rev().take(step.get("looks").items().len());
        let mut several = looks.filter(|known| known.1.len() > 1);
        let is_left = several.any(|known| !good || known.2 < known.1.len());
        (good && !is_left).then_some(()).ok_or(Some(why).filter(|_| !is_left))
    }
    /// But for the number of a request, which the subject chooses.
    fn is(&mut self, (name, members): &Message, at: usize) -> bool {
        let (said, theirs) = (&self.said[at], members.get("request"));
        let own = said.1.get("request");
        let chooses = [theirs, own].iter().all(|number| matches!(number, Json::Number(1..)));
        let ours = members.with("request", if chooses { own } else { theirs });
        let good = is_like(&(name.clone(), ours), said);
        self.chosen.extend((good && chooses).then(|| (theirs.clone(), own.clone())));
        good
    }
    fn ours(&self, (name, members): &Message) -> Message {
        let own = self.chosen.iter().rfind(|row| row.0 == *members.get("request"));
        (name.clone(), own.map_or(members.clone(), |row| members.with("request", &row.1)))
    }
    fn fire(&mut self, until: i64) -> Outcome {
        let next = |play: &Play| play.due.iter().map(|(call, at)| (*at, *call)).min();
        while let Some((at, call)) = next(self).filter(|timer| timer.0 <= until) {
            self.due.remove(&call);
            self.api.borrow_mut().0 = at;
            self.tell(("timer_fired".into(), Json::Null.with("call", &Json::Number(call))))?;
        }
        Ok(())
    }
    fn tell(&mut self, event: Message) -> Outcome {
        let mut events = VecDeque::from([event]);
        while let Some((name, members)) = events.pop_front() {
            self.pushed |= name == "pushed";
            if name == "cancelled" {
                self.due.remove(&members.get("call").number());
            }
            self.subject.on(&name, &members);
            let said = take(&mut self.api.borrow_mut().2);
            for text in said {
                let (name, members) = Json::parse(&text).items()[0].clone();
                let (call, now) = (members.get("call").number(), self.api.borrow().0);
                let at = || now + members.get("after_ms").number();
                match name.as_str() {
                    "capture" => events.push_back(("captured".into(), self.look(&members)?)),
                    "look" => events.push_back(("looked".into(), self.look(&members)?)),
                    "set_timer" => drop(self.due.insert(call, at())),
                    "cancel_timer" => drop(self.due.remove(&call)),
                    _ if text.contains(port("no_room").text()) => return Err(None),
                    _ if port("unasked").has(&name) => (),
                    _ => self.said.push((name, members)),
                }
            }
        }
        Ok(())
    }
    /// The answer to a look, if somebody knows it.
    fn look(&mut self, asked: &Json) -> Result<Json, Option<String>> {
        let about = asked.get("probe");
        let kept = Json::parse(&format!("{{{}}}", &self.subject.kept().1[1..]));
        // Of that to which it only adds a path, something may be known.
        let bare = |about: &Json| about.with("path", &Json::Null);
        let is_near = self.known.iter().any(|known| same(&bare(known.0), &bare(about)));
        let known = self.known.iter_mut().rfind(|known| same(known.0, about));
        let reading = match known {
            _ if same(about, port("own").get("about")) => Some(kept.get("panes")),
            Some(Known(_, readings, looks)) => {
                *looks += 1;
                readings.get(*looks - 1).or(readings.last()).map(|(_, reading)| reading)
            }
            None => Some(port("unread")).filter(|_| !is_near),
        };
        Ok(Json::Null.with("call", asked.get("call")).with("reading", reading.ok_or(None)?))
    }
}

#[test]
fn vectors() {
    assert_eq!(FILE.get("area").text(), "ack", "other areas have words that are not played here");
    let (mut passed, mut failed, all) = (0, vec![], FILE.get("vectors").items());
    for (_, vector) in all {
        let (api, (due, chosen, known, said, pushed)) = (Api::default(), Default::default());
        let subject = Ack::begin(vector.get("setup"), api.clone());
        let mut play = Play { api, subject, due, chosen, known, said, pushed };
        match play.run(vector.get("steps").items()) {
            Err(Some(why)) => failed.push(format!("{}: {why}", vector.get("name").text())),
            outcome => passed += outcome.is_ok() as usize,
        }
    }
    println!("{passed} of {} passed, {} failed", all.len(), failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
