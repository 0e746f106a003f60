// Each vector of `orrery export` as a test of the policy beside it: docs/VECTORS.md. It asks nothing
// of Orrery but the file, which VECTORS names, and knows the words of `ack` and of `modality`.
import { readFileSync } from "node:fs";
const { test } = await import(process.env.VITEST ? "vitest" : "node:test");

const { VECTORS = "vectors.json", POLICY = "./modality.js:Call" } = process.env;
const { port, area, vectors } = JSON.parse(readFileSync(VECTORS, "utf8"));
if (!["ack", "modality"].includes(area)) throw new Error(`words of ${area} are not played here`);
const [module, name] = POLICY.split(/:(?=[^:]*$)/);
const Policy = (await import(new URL(module, import.meta.url)))[name];

const { timers } = port;
const of = (message) => Object.entries(message)[0];
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const saysNothing = (value) =>
  isObject(value) ? Object.values(value).every(saysNothing)
    : [undefined, null, false, 0].includes(value) || port.first_words.includes(value) ||
      (Array.isArray(value) && value.length === 0);
// Equal but for what is left out.
function same(a, b) {
  if (isObject(a) && isObject(b))
    return Object.keys({ ...a, ...b }).every((k) => port.free?.includes(k) || same(a[k], b[k]));
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => same(one, b[i]));
  return a == null || b == null ? saysNothing(a ?? b) : a === b;
}
const isOf = (look, other) => look.of === other.of && same(look.about, other.about);
class Left extends Error {} // It went where the vector knows nothing: it neither passes nor fails.

class Play {
  now = 0;
  due = new Map(); // Keys of timers: instant and key.
  looks = []; // What is known; `count` is how often it has to be read in this step.
  chosen = new Map(); // Numbers of the vector: ours.
  open = []; // Looks without an answer.
  said = [];
  early = false;

  async run({ setup, steps }) {
    this.policy = new Policy(setup);
    for (const [number, step] of steps.entries()) {
      await this.fire(step.at_ms - 1);
      if (this.open.length > 0) throw new Left();
      if (!this.mayWait(steps.slice(number))) this.fail(step.at_ms, {});
      for (const look of step.looks ?? []) {
        this.looks = this.looks.filter((one) => !isOf(one, look));
        const count = look.read.length > 1 ? look.read.length : 0;
        this.looks.push({ ...look, read: [...look.read], count });
      }
      this.now = step.at_ms;
      await (step.tell ? this.tell(...this.ours(...of(step.tell))) : this.fire(this.now));
      const good = this.take(step.want ?? {}) && this.mayWait(steps.slice(number + 1));
      const several = (step.looks ?? []).some((look) => look.read.length > 1);
      if (this.looks.some((known) => known.count !== 0)) throw new Left();
      if (!good && (several || this.open.length > 0)) throw new Left();
      if (!good) this.fail(step.at_ms, step.want ?? {});
    }
  }
  fail(at, want) {
    const shown = [want, this.said].map((it) => JSON.stringify(it));
    throw new Error(`at ${at} ms\n  want  ${shown[0]}\n  got   ${shown[1]}`);
  }
  async fire(until) {
    while (this.open.length === 0) {
      const [next] = [...this.due.values()].sort((a, b) => a.at - b.at);
      if (next === undefined || next.at > until) return;
      this.due.delete(`${next.key}`);
      this.now = next.at;
      await this.tell(timers.fired, { [timers.key]: next.key });
    }
  }
  async tell(name, members) {
    await this.hear(name, members);
    for (const asked of this.open) {
      const value = this.read(...asked);
      if (value === undefined) continue;
      this.open = this.open.filter((one) => one !== asked);
      const [look, its] = asked;
      return this.tell(look.answer, { [look.copies]: its[look.copies], [look.gives]: value });
    }
  }
  async hear(name, members) {
    this.early ||= name === port.early?.after;
    if (name === timers.drops) this.due.delete(`${members[timers.key]}`);
    this.policy.now = this.now;
    this.policy.said = [];
    this.policy.on(name, structuredClone(members));
    await new Promise(setImmediate); // Until nothing that is async goes on.
    for (const command of this.policy.said) {
      if (port.no_room && JSON.stringify(command).includes(port.no_room)) throw new Left();
      const [kind, its] = of(command);
      const key = its[timers.key];
      const look = port.looks.find((row) => row.command === kind);
      if (look) this.open.push([look, its]);
      else if (kind === timers.set) this.due.set(`${key}`, { at: this.now + its.after_ms, key });
      else if (kind === timers.stop) this.due.delete(`${key}`);
      else if (!port.unasked?.includes(kind)) this.said.push(command);
    }
  }
  read(look, asked) {
    const about = look.about === undefined ? null : asked[look.about];
    if (port.own && same(about, port.own.about)) return this.policy.more()[port.own.member];
    const known = this.looks.find((one) => isOf(one, { of: look.gives, about }));
    if (known === undefined) { // Of what a look only adds to, something may be known.
      const bare = (it) => ({ ...it, [port.adds]: 0 });
      const isNear = this.looks.some((one) => same(bare(one.about), bare(about)));
      return port.adds && isNear ? undefined : port.unread;
    }
    if (known.count > 0) known.count--;
    return known.read.length > 1 ? known.read.shift() : known.read[0];
  }
  may = (command) => port.may.includes(of(command)[0]);
  mayWait(later) {
    const wanted = later.flatMap((step) => step.want?.in_any_order ?? []);
    return this.said.every((said) => this.early && of(said)[0] === port.early.say &&
      wanted.some((one) => same(one.say, said)));
  }
  take(want) {
    const rest = [...this.said];
    for (const { say } of want.in_any_order ?? []) {
      const found = rest.findIndex((said) => this.equal(say, said));
      if (found < 0) return false;
      rest.splice(found, 1);
    }
    for (const { say } of want.in_order ?? []) {
      while (rest.length > 0 && this.may(rest[0]) && !this.equal(say, rest[0])) rest.shift();
      if (rest.length === 0 || !this.equal(say, rest.shift())) return false;
    }
    this.said = rest.filter((said) => !this.may(said));
    return true;
  }
  // With the numbers that the subject chose.
  ours(name, members) {
    for (const { event, member } of port.chosen)
      if (event === name)
        members = { ...members, [member]: this.chosen.get(members[member]) ?? members[member] };
    return [name, members];
  }
  equal(want, said) {
    const [[name, wanted], [kind, its]] = [of(want), of(said)];
    const isChosen = ({ command, member }) => command === name && wanted[member] && its[member];
    const chosen = port.chosen.filter(isChosen);
    const renamed = chosen.reduce((all, { member }) => ({ ...all, [member]: its[member] }), wanted);
    if (name !== kind || !same(renamed, its)) return false;
    for (const { member } of chosen) this.chosen.set(wanted[member], its[member]);
    return true;
  }
}

for (const vector of vectors)
  test(vector.name, async (context) => {
    try {
      await new Play().run(vector);
    } catch (why) {
      if (!(why instanceof Left)) throw why;
      context.skip("left: it went where the vector knows nothing");
    }
  });
