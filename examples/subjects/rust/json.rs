//! JSON as Orrery says it, for those who have no serde: copy it. Not all of it is used by each.
#![allow(dead_code)]
use std::{iter::Peekable, str::Chars};

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<(String, Json)>), // Their names are empty.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn parse(text: &str) -> Json {
        Json::read(&mut text.chars().peekable())
    }
    fn read(at: &mut Peekable<Chars>) -> Json {
        skip_blanks(at);
        match at.next() {
            Some('{') => Json::Object(items(at, '}')),
            Some('[') => Json::List(items(at, ']')),
            Some('"') => Json::Text(text(at)),
            Some(first) => {
                let mut word = String::from(first);
                while let Some(c) = at.next_if(|c| c.is_ascii_alphanumeric()) {
                    word.push(c);
                }
                match word.as_str() {
                    "null" => Json::Null,
                    "true" | "false" => Json::Bool(word == "true"),
                    _ => Json::Number(word.parse().expect("a whole number")),
                }
            }
            None => panic!("the message ends too early"),
        }
    }

    /// The member of this name, or null.
    pub fn get(&self, name: &str) -> &Json {
        self.items().iter().find(|item| item.0 == name).map_or(&Json::Null, |item| &item.1)
    }
    /// The same with another value of this member.
    pub fn with(&self, name: &str, value: &Json) -> Json {
        let others = self.items().iter().filter(|item| item.0 != name).cloned();
        Json::Object(others.chain([(name.to_string(), value.clone())]).collect())
    }
    /// Whether such a text is in the list.
    pub fn has(&self, text: &str) -> bool {
        self.items().iter().any(|(_, item)| item.text() == text)
    }
    pub fn items(&self) -> &[(String, Json)] {
        match self {
            Json::List(items) | Json::Object(items) => items,
            _ => &[],
        }
    }
    pub fn number(&self) -> i64 {
        if let Json::Number(value) = self {
            *value
        } else {
            panic!("{self:?} is no number")
        }
    }
    pub fn text(&self) -> &str {
        if let Json::Text(value) = self {
            value
        } else {
            ""
        }
    }
    pub fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }
}

fn items(at: &mut Peekable<Chars>, end: char) -> Vec<(String, Json)> {
    let mut out = Vec::new();
    skip_blanks(at);
    while at.next_if_eq(&end).is_none() {
        at.next_if_eq(&',');
        skip_blanks(at);
        let mut name = String::new();
        if end == '}' {
            at.next();
            name = text(at);
            at.next(); // The colon.
        }
        out.push((name, Json::read(at)));
        skip_blanks(at);
    }
    out
}

fn skip_blanks(at: &mut Peekable<Chars>) {
    while at.next_if(|c| c.is_ascii_whitespace()).is_some() {}
}

fn text(at: &mut Peekable<Chars>) -> String {
    let mut out = String::new();
    loop {
        match at.next().expect("the end of a text") {
            '"' => return out,
            '\\' => match at.next().expect("what is escaped") {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'u' => {
                    let digits: String = at.by_ref().take(4).collect();
                    let code = u32::from_str_radix(&digits, 16).expect("four digits");
                    out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
}
