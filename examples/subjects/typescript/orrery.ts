// Orrery's protocol for a policy in straight-line async code: copy this file. docs/SUBJECTS.md
import { readSync, writeSync } from "node:fs";

export type Members = Record<string, any>;

// One run. Yours has on(name, members), which starts what is async and wakes it.
export abstract class Policy {
  now = 0; // Virtual ms since the run began.
  said: Members[] = [];
  waits = new Map<unknown, (members: any) => void>();
  told: [unknown, number][] = [["", 0]]; // What kept() told last and what happened since, and when.

  abstract on(name: string, members: Members): void;
  // Other members of an answer.
  more(): Members {
    return {};
  }
  // Of the grade digest: all that comes depends on, with times from now; null while variables of
  // what is async have a part in it: then all that happened since it was not belongs to the state.
  kept(): unknown {
    return null;
  }
  state(): string {
    return JSON.stringify(this.told.map(([what, at]) => [what, this.now - at]));
  }
  say(name: string, members: Members = {}): void {
    this.said.push({ [name]: members });
  }
  // What is woken by this key; one at a time waits for it.
  happens(key: unknown): Promise<any> {
    return new Promise((resolve) => this.waits.set(key, resolve));
  }
  wake(key: unknown, members: Members = {}): boolean {
    this.waits.get(key)?.(members);
    return this.waits.delete(key);
  }
  // Who waits for it never goes on.
  forget(key: unknown): boolean {
    return this.waits.delete(key);
  }
}

function* lines(): Generator<string> {
  const chunk = new Uint8Array(1 << 16);
  const decoder = new TextDecoder();
  for (let text = "", size = 0; (size = readSync(0, chunk)) > 0; ) {
    const parts = (text + decoder.decode(chunk.subarray(0, size), { stream: true })).split("\n");
    text = parts.pop() ?? "";
    yield* parts;
  }
}

export async function serve(hello: Members, begin: (setup: any) => Policy): Promise<void> {
  let run: Policy | undefined;
  for (const line of lines()) {
    const message = JSON.parse(line);
    if (message.begin) run = begin(message.begin);
    for (const { after_ms, ...event } of message.events ?? []) {
      run!.now += after_ms;
      run!.said = [];
      for (const name in event) run!.on(name, event[name]);
      await new Promise(setImmediate); // Until nothing that is async goes on.
      const kept = run!.kept();
      if (kept !== null) run!.told = [[JSON.stringify(kept), run!.now]];
      else if (Object.keys(event).length > 0) run!.told.push([event, run!.now]);
    }
    const state = hello.grade === "digest" && run ? { state: run.state() } : {};
    const answer = run ? { commands: run.said, ...state, ...run.more() } : hello;
    writeSync(1, JSON.stringify({ n: message.n, ...answer }) + "\n");
  }
}
