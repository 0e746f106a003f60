// For code that reads synchronously: copy this file beside orrery.ts. The code runs once more from
// its start whenever something comes that it waits for, and is given from a log what it read before.
// So it must do the same each time, and let NotYet pass: code that catches everything swallows it.
import { Policy, type Members } from "./orrery.ts";

export class NotYet extends Error {}

// One call of a tool.
export class Again {
  now: number; // Of the code: it stands still between what it reads.
  private began: number;
  private log: { event: Members; now: number }[] = [];
  private given = 0; // Of the log, this time.
  private acts = 0; // This time,
  private said = 0; // and in all.

  constructor(
    private policy: Policy,
    private call: number,
    private code: (ide: Again) => void,
  ) {
    this.began = this.now = policy.now;
    this.run();
  }
  // Something for this call.
  heard(event: Members): void {
    this.log.push({ event, now: this.policy.now });
    this.run();
  }

  act(name: string, members: Members = {}): void {
    if (this.acts++ < this.said) return;
    this.said++;
    this.policy.say(name, { call: this.call, ...members });
  }
  read(ask: "capture" | "look", probe: Members): Members {
    return this.wait(ask, { probe }).reading;
  }
  sleep(ms: number): void {
    this.wait("set_timer", { after_ms: ms });
  }

  private wait(name: string, members: Members): Members {
    this.act(name, members);
    if (this.given === this.log.length) throw new NotYet();
    const { event, now } = this.log[this.given++];
    this.now = now;
    return event;
  }
  private run(): void {
    this.given = this.acts = 0;
    this.now = this.began;
    try {
      this.code(this);
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
    }
  }
}
