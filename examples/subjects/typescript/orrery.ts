// Orrery's protocol for a policy in straight-line async code: copy this file. docs/SUBJECTS.md
import { readSync, writeSync } from "node:fs";

export type Members = Record<string, any>;

// One run. Yours has on(name, members), which starts what is async and wakes it.
export abstract class Policy {
  now = 0; // Virtual ms since the run began.
  said: Members[] = [];
  waits = new Map<string, (members: any) => void>();

  abstract on(name: string, members: Members): void;
  // Other members of an answer.
  more(): Members {
    return {};
  }
  say(name: string, members: Members = {}): void {
    this.said.push({ [name]: members });
  }
  // What is woken by this key; one at a time waits for it.
  happens(key: string): Promise<any> {
    return new Promise((resolve) => this.waits.set(key, resolve));
  }
  wake(key: string, members: Members = {}): boolean {
    this.waits.get(key)?.(members);
    return this.waits.delete(key);
  }
  // Who waits for it never goes on.
  forget(key: string): boolean {
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
    }
    const answer = run ? { commands: run.said, ...run.more() } : hello;
    writeSync(1, JSON.stringify({ n: message.n, ...answer }) + "\n");
  }
}
