//! Orrery's protocol for straight-line async code: copy it, and json.rs where there is no serde.
use crate::json::Json;
use std::{cell::RefCell, future::*, io::BufRead, mem::take, pin::Pin, rc::Rc, task::*};

/// Any of these, each a name and what it is about; and what all that follows depends on: a text,
/// and how far away an instant is. Equal texts and distances, equal futures.
#[derive(Clone, Default)]
pub struct Wait(pub Vec<(&'static str, i64)>, pub String, pub i64);
pub type Task = (i64, Wait, Pin<Box<dyn Future<Output = ()>>>);
/// The instant, the tasks that wait, what was said; what a task waits for, and what it is given.
pub type Run = (i64, Vec<Task>, Vec<String>, Wait, Option<(String, Json)>);
pub type Api = Rc<RefCell<Run>>;

pub trait Policy {
    fn on(&mut self, name: &str, event: &Json); // Runs tasks and wakes them.
    fn kept(&self) -> (String, String); // What there is beside tasks; what answers tell of it.
}

pub fn say(api: &Api, name: &str, members: String) {
    api.borrow_mut().2.push(format!(r#"{{"{name}":{{{members}}}}}"#));
}
pub fn happens(api: &Api, wait: Wait) -> impl Future<Output = (String, Json)> + '_ {
    poll_fn(move |_| {
        api.borrow_mut().3 = wait.clone();
        api.borrow_mut().4.take().map_or(Poll::Pending, Poll::Ready)
    })
}
/// Starts a task, or goes on with it, to where it waits.
pub fn run(api: &Api, mut task: Task) {
    if task.2.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
        task.1 = take(&mut api.borrow_mut().3);
        api.borrow_mut().1.push(task);
    }
}
pub fn wake(api: &Api, name: &str, about: i64, event: &Json) {
    let tasks = take(&mut api.borrow_mut().1);
    for task in tasks {
        let waits = task.1 .0.iter().any(|wait| *wait == (name, about));
        api.borrow_mut().4 = waits.then(|| (name.to_string(), event.clone()));
        run(api, task);
    }
}

pub fn serve<P: Policy>(hello: &str, begin: fn(&Json, Api) -> P) {
    let (mut api, mut policy) = (Api::default(), None);
    for line in std::io::stdin().lock().lines() {
        let message = Json::parse(&line.unwrap());
        if *message.get("begin") != Json::Null {
            api.borrow_mut().1.clear(); // Tasks hold on to what holds them.
            api = Api::default();
            policy = Some(begin(message.get("begin"), api.clone()));
        }
        for (_, event) in message.get("events").items() {
            api.borrow_mut().2.clear();
            api.borrow_mut().0 += event.get("after_ms").number();
            for (name, members) in event.items().iter().filter(|(name, _)| name != "after_ms") {
                policy.as_mut().unwrap().on(name, members);
            }
        }
        let answer = policy.as_ref().map_or(hello.to_string(), |policy: &P| {
            let (mut state, more) = policy.kept();
            for (id, Wait(any_of, stands, until), _) in &api.borrow().1 {
                state += &format!(" {id}{any_of:?} {stands} {}", until - api.borrow().0);
            }
            format!(r#""commands":[{}],"state":{state:?}{more}"#, api.borrow().2.join(","))
        });
        println!(r#"{{"n":{},{answer}}}"#, message.get("n").number());
    }
}
