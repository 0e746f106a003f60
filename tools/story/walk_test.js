// Walks the graph in a page as a reader does, without a browser: node walk_test.js PAGE MOVE...
// A move is that of a button ("fail", "start"), or the number of a choice. Prints, after each, a
// line of JSON: what stands there, what can be taken, and the command to copy.
'use strict';
const page = require('fs').readFileSync(process.argv[2], 'utf8');

// Of a document, what the script uses.
class Element {
  constructor(name) { this.name = name; this.children = []; this.handlers = {}; this.text = ''; }
  set textContent(text) { this.text = text; this.children = []; }
  get textContent() { return this.text + this.children.map((child) => child.textContent).join(''); }
  appendChild(child) { this.children.push(child); return child; }
  addEventListener(kind, act) { this.handlers[kind] = act; }
  getAttribute(name) { return this[name]; }
  querySelector(name) {
    for (const child of this.children) {
      const found = child.name === name ? child : child.querySelector(name);
      if (found) return found;
    }
    return null;
  }
  click() { this.handlers.click(); }
  focus() {}
  scrollIntoView() {}
}

const elements = {}, command = new Element('code');
for (const id of ['walk', 'standing', 'next', 'taken', 'turns']) elements[id] = new Element(id);
elements.graph = new Element('script');
elements.graph.textContent = page.match(/<script type="application\/json" id="graph">(.*?)<\/script>/s)[1];
const moves = [...page.matchAll(/data-move="(\w+)"/g)].map((found) => {
  const button = new Element('button');
  button['data-move'] = found[1];
  return button;
});
global.window = {};
global.document = {
  getElementById: (id) => elements[id],
  createElement: (name) => new Element(name),
  createTextNode: (text) => Object.assign(new Element(''), { text }),
  querySelector: () => command,
  querySelectorAll: () => moves,
};

const script = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map((found) => found[1]).join('\n');
const walk = script.slice(script.indexOf("getElementById('graph')"));
eval(script.slice(script.lastIndexOf('(function(){', script.length - walk.length)));

function tell() {
  const choices = elements.next.children.filter((line) => line.querySelector('button'));
  console.log(JSON.stringify({
    standing: elements.standing.textContent,
    next: choices.map((line) => line.textContent),
    command: command.textContent,
  }));
}

tell();
for (const move of process.argv.slice(3)) {
  const button = moves.find((found) => found['data-move'] === move);
  (button || elements.next.children[Number(move)].querySelector('button')).click();
  tell();
}
