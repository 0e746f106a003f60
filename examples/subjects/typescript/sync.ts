// A tool that is written synchronously: it shows a dialog, and says OK once that is there.
import { Again } from "./again.ts";
import { Policy, serve, type Members } from "./orrery.ts";

function copyAsking(ide: Again): void {
  const subject = "transfer-confirmation";
  const probe = { kind: "soft_dialog", subject, path: 0 };
  const signal = { kind: "SoftDialogAppeared", subject, bound: 0 };
  if (ide.read("capture", probe).value > 0) ide.act("note_held", { signal });
  ide.act("dispatch", { request: 0 });
  const deadline = ide.now + 1500;
  for (let last = false; ide.read("look", probe).value === 0; last = ide.now >= deadline) {
    if (last)
      return ide.act("respond", { response: { status: "missing", signal, elapsed_ms: 1500 } });
    if (ide.now < deadline) ide.sleep(Math.min(100, deadline - ide.now));
  }
  ide.act("respond", { response: { status: "ok" } });
}

class Sync extends Policy {
  calls = new Map<number, Again>();

  on(name: string, event: Members): void {
    if (name === "called") this.calls.set(event.call, new Again(this, event.call, copyAsking));
    else if (name === "cancelled") this.calls.delete(event.call);
    else if ("call" in event) this.calls.get(event.call)?.heard(event);
  }
  more(): Members {
    return { panes: { exists: false, value: 0, detail: 0 } };
  }
}

await serve({ areas: ["ack"], grade: "plain", name: "Sync in TypeScript" }, () => new Sync());
