// Prepares an IDE for one script, watches it meanwhile, and puts right what it left.
//
//     orrery conform modality --subject "exec:node --experimental-strip-types modality.ts"
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Members, Policy, serve } from "./orrery.ts";

type Modality = "none" | "progress" | "dialog";
type Fate = "waiting" | "pending" | "refused" | "closed";
type Closing = { dialog: number; fate: Fate; asked: boolean };

// Why a call ends without success. What was read when a modal did it is `blocked_by`.
class Failed {
  stage: string;
  reason: string;
  blocked_by: Modality;
  text: number; // Of a script error.
  index_not_ready = false; // Likewise.
  question = false; // A write waits for an answer: it is shown which.
  constructor(stage: string, reason: string, blocked_by: Modality = "none", text = 0) {
    this.stage = stage;
    this.reason = reason;
    this.blocked_by = blocked_by;
    this.text = text;
  }
}

const passing = ["progress_outlived_budget", "smart_timed_out", "ide_not_responding"];

const nothing = {
  close_on_start: false,
  allow_at_gate: false,
  close_while_running: false,
  sync_documents: false,
  wait_smart: false,
  await_dispose: true,
  await_progress: false,
  sync_after: false,
  progress: "refuse",
};
const profiles: Record<string, typeof nothing> = {
  smart_non_modal: {
    ...nothing,
    close_on_start: true,
    close_while_running: true,
    sync_documents: true,
    wait_smart: true,
    await_progress: true,
    sync_after: true,
  },
  non_modal: nothing,
  unleashed: { ...nothing, allow_at_gate: true },
};

function refusal(request: Members): string {
  if (request.defect !== "none") return request.defect;
  if (request.body_timeout_ms <= 0) return "bad_timeout";
  return request.from_edt ? "called_from_edt" : "";
}

export class Call extends Policy {
  limits: Members;
  phase: "preflight" | "body" | "tripped" | "post" | "done" = "preflight";
  asked = new Set<string>(); // Operations under way: "main", "monitor".
  sweeping: Closing[] = [];
  at = 0; // Which of them is being closed.
  showing: number[] = []; // At the tick that tripped the monitor.
  busy = false; // A method is under way.
  capturing = new Set<string>(); // Artifacts that are on their way,
  artifacts = 0; // and how many came.
  armed = false;
  blocks: boolean[] = []; // Whether the monitor was armed before each.
  end: (why: Failed | null) => void = () => {}; // Of the body.
  options: Members = nothing;
  due = new Map<string, number>(); // When each timer that was started last fires.
  finished = false;
  step = "gate"; // The stage of what is done now,
  beside = false; // and whether the monitor's lane looks for it.

  constructor(setup: Members) {
    super();
    this.limits = setup.limits;
  }

  // While the script runs undisturbed, and in the end.
  kept(): unknown {
    if (this.finished) return "finished";
    if (this.phase !== "body" || this.busy || this.asked.size + this.capturing.size > 0) return null;
    const body = this.due.get("body")! - this.now;
    const tick = this.armed ? this.due.get("tick")! - this.now : 0;
    return [this.options, this.artifacts, this.armed, this.blocks, body, tick];
  }

  on(name: string, event: Members): void {
    if (name === "called") void this.execute(event.request);
    else if (name === "method_called") void this.method(event.call, event.method);
    else if (name === "dialog_disposed") this.disposed(event.dialog);
    else if (name === "captured") this.came(event.artifact);
    else if (name === "timer_fired") {
      this.due.delete(event.timer);
      this.wake("timer " + event.timer);
    }
    else if (name === "body_returned") this.end(null);
    else if (name === "body_threw") {
      const why = new Failed("body", "body_threw", "none", event.text);
      why.index_not_ready = event.index_not_ready;
      this.end(why);
    }
    else if (name === "cancelled") this.withdraw();
    else {
      this.asked.delete(event.operation);
      const besides = this.beside && event.operation === "monitor";
      if (besides) this.beside = false;
      this.wake(besides ? "beside" : event.operation, event);
    }
  }

  // The call.

  async execute(request: Members): Promise<void> {
    const reason = refusal(request);
    if (reason) {
      this.phase = "done";
      this.say("decide", { stage: "surface", reason });
      return this.finish(new Failed("surface", reason));
    }
    const raw = request.mode === "raw";
    const options = (this.options = { ...(raw ? request.raw : profiles[request.mode]), raw });
    this.say("schedule_refresh");
    let ending: Failed | null = null;
    try {
      if (options.close_on_start) await this.sweep("sweep", options.await_dispose);
      if (options.await_progress && !raw) await this.outwait();
      await this.prepare(options);
      await this.body(options, request.body_timeout_ms);
    } catch (why) {
      if (!(why instanceof Failed)) throw why;
      ending = why;
    }
    if (ending === null && (raw ? options.sync_documents : options.sync_after))
      await this.post_flight();
    if (ending === null) this.say("decide", { stage: "post", reason: "none" });
    else if (this.phase === "tripped")
      await this.close_all(this.showing, "monitor", options.await_dispose);
    else this.fail(ending);
    this.phase = "done";
    await this.captured();
    this.say("schedule_refresh");
    this.finish(ending);
  }

  finish(why: Failed | null): void {
    this.finished = true;
    const { stage, reason, blocked_by, text } = why ?? new Failed("post", "none");
    const artifacts = why ? this.artifacts : 0;
    const verdict = why ? "failed" : "ok";
    const retry_later = passing.includes(reason) || (why?.index_not_ready ?? false);
    this.say("finish", { verdict, stage, reason, blocked_by, artifacts, text, retry_later });
  }

  async prepare(options: Members): Promise<void> {
    const { sync_documents, wait_smart, allow_at_gate } = options;
    if (allow_at_gate && !sync_documents && !wait_smart) return;
    const modality = await this.modality();
    if (modality === "none") {
      if (sync_documents) await this.sync("all");
      if (wait_smart) this.say("report_smart_wait", { waited_ms: await this.smart() });
      return;
    }
    const tolerated = modality === "progress" && options.progress === "tolerate";
    if (!allow_at_gate && !tolerated) throw new Failed("gate", modality + "_at_gate", modality);
    if (sync_documents) this.say("warn", { warning: "sync_skipped", reason: "none" });
    if (wait_smart) this.say("warn", { warning: "smart_skipped", reason: "none" });
  }

  // Ends with the body, however that ends.
  async body(options: Members, timeout_ms: number): Promise<void> {
    this.phase = "body";
    const ended = new Promise<Failed | null>((resolve) => (this.end = resolve));
    if (options.close_while_running) void this.watch();
    this.say("start_body");
    void this.sleep("body", timeout_ms).then(() => this.end(new Failed("body", "body_timed_out")));
    const why = await ended;
    this.end = () => {};
    if (why !== null) throw why;
    this.phase = "post";
    this.drop();
  }

  // Nobody waits any more.
  withdraw(): void {
    if (this.phase === "done" || this.phase === "tripped") return;
    const in_body = this.phase === "body";
    const stage = in_body ? "body" : this.phase === "post" ? "post" : this.step;
    this.phase = "done";
    this.say("decide", { stage, reason: "cancelled" });
    this.end = () => {};
    this.sweeping = [];
    this.drop();
    if (in_body) this.say("cancel_body");
    this.artifacts = 0;
    this.finish(new Failed(stage, "cancelled"));
  }

  fail(why: Failed): void {
    const in_body = this.phase === "body";
    const threw = why.reason === "body_threw";
    const cause = why.stage;
    if (in_body) why.stage = "body";
    this.say("decide", { stage: why.stage, reason: why.reason });
    this.drop();
    if (in_body && !threw) this.say("cancel_body");
    const silent = why.reason === "ide_not_responding";
    if (cause === "gate" && !silent) this.capture("screenshot", cause);
    if (why.question) this.capture("screenshot", "sync");
    if (!threw) this.capture("thread_dump", cause);
  }

  async post_flight(): Promise<void> {
    this.step = "sync";
    try {
      if ((await this.modality()) !== "none")
        return this.say("warn", { warning: "post_sync_skipped", reason: "none" });
      await this.sync("all");
    } catch (why) {
      if (!(why instanceof Failed)) throw why;
      this.drop();
      this.capture("thread_dump", "sync");
      this.say("warn", { warning: "post_sync_failed", reason: why.reason });
    }
  }

  // Artifacts.

  capture(artifact: string, cause: string): void {
    this.capturing.add(artifact);
    this.say("capture", { artifact, cause });
  }

  came(artifact: string): void {
    if (!this.capturing.delete(artifact)) return;
    this.artifacts = Math.min(this.artifacts + 1, 255);
    if (this.capturing.size === 0) this.wake("captured");
  }

  // All that are on their way have come, or are given up.
  async captured(): Promise<void> {
    if (this.capturing.size === 0) return;
    const late = this.sleep("capture", this.limits.capture_bound_ms);
    await Promise.race([this.happens("captured"), late]);
    this.drop_captures();
  }

  drop_captures(): void {
    this.forget("captured");
    this.stop("capture");
    for (const artifact of [...this.capturing].sort()) this.say("drop_capture", { artifact });
    this.capturing.clear();
  }

  // The sweep.

  async sweep(cause: string, awaits: boolean): Promise<number[]> {
    const { dialogs } = await this.look("list_dialogs");
    return this.close_all(dialogs, cause, awaits);
  }

  async close_all(dialogs: number[], cause: string, awaits: boolean): Promise<number[]> {
    this.sweeping = dialogs.map((dialog) => ({ dialog, fate: "waiting", asked: false }));
    if (dialogs.length > 0) this.capture("thread_dump", cause);
    for (this.at = 0; this.at < this.sweeping.length; ) {
      const closing = this.sweeping[this.at];
      this.capture("screenshot", cause);
      await this.captured();
      const answer = await Promise.race([
        this.close(closing, awaits),
        this.sleep("dispose", this.limits.dispose_bound_ms).then(() => "late"),
      ]);
      if (answer === "late") {
        this.cancel("main");
        this.forget("disposed");
      } else this.stop("dispose");
      if (answer === "gone") this.sweeping.splice(this.at, 1);
      else if (answer === "refused") this.sweeping[this.at++].fate = "refused";
      else if (closing.fate === "waiting") this.sweeping[this.at++].fate = "pending";
      else ++this.at;
    }
    return this.report();
  }

  async close(closing: Closing, awaits: boolean): Promise<string> {
    closing.asked = true;
    const { answer } = await this.ask("close_dialog", { dialog: closing.dialog });
    if (answer === "accepted" && awaits && closing.fate === "waiting")
      await this.happens("disposed");
    return answer;
  }

  disposed(dialog: number): void {
    const closing = this.sweeping.find((one) => one.dialog === dialog);
    if (closing === undefined || closing.fate === "refused") return;
    closing.fate = "closed";
    if (closing === this.sweeping[this.at]) this.wake("disposed");
  }

  // Of those that it asked to close.
  report(): number[] {
    const closed: number[] = [];
    for (const { dialog, fate } of this.sweeping.filter((closing) => closing.asked)) {
      this.say("report_dialog", { dialog, outcome: fate === "waiting" ? "pending" : fate });
      if (fate === "closed") closed.push(dialog);
    }
    this.sweeping = [];
    return closed;
  }

  // What makes the IDE ready.

  async outwait(): Promise<void> {
    const { wait_budget_ms, poll_period_ms, note_period_ms } = this.limits;
    if (wait_budget_ms === 0) return;
    const since = this.now;
    for (let noted = since; ; ) {
      const modality = await this.modality();
      if (modality === "none") return;
      const waited_ms = this.now - since;
      if (modality === "dialog") throw new Failed("gate", "dialog_at_gate", modality);
      if (waited_ms >= wait_budget_ms)
        throw new Failed("gate", "progress_outlived_budget", modality);
      await this.sleep("poll", Math.min(poll_period_ms, wait_budget_ms - waited_ms));
      if (this.now - noted < note_period_ms) continue;
      this.say("report_progress", { waited_ms: this.now - since });
      noted = this.now;
    }
  }

  async sync(scope: string): Promise<void> {
    this.step = "sync";
    await this.assert_none("modal_before_sync");
    await this.write("commit", { scope });
    await this.assert_none("modal_during_sync");
    await this.write("save", { scope, forced: false, extent: "dirty" });
    await this.assert_none("modal_during_sync");
    await this.write("refresh", { scope, forced: false });
    await this.assert_none("modal_during_sync");
    this.stop("bound");
  }

  async forced_sync(scope: string): Promise<void> {
    this.step = "sync";
    await this.write("save", { scope, forced: true, extent: "dirty" });
    await this.write("refresh", { scope, forced: true });
    this.stop("bound");
  }

  async save_settings(): Promise<void> {
    this.step = "sync";
    await this.assert_none("modal_before_sync");
    await this.write("save", { scope: "settings", forced: false, extent: "dirty" });
    await this.assert_none("modal_during_sync");
    this.stop("bound");
  }

  async smart(): Promise<number> {
    this.step = "smart";
    await this.assert_none("modal_before_smart");
    const since = this.now;
    this.start("bound", this.limits.smart_bound_ms);
    this.operate("await_smart");
    if ((await this.first("main", "timer bound"))[0] !== "main") throw this.late();
    const waited = this.now - since;
    this.stop("bound");
    await this.assert_none("modal_after_smart");
    return waited;
  }

  async assert_none(reason: string): Promise<void> {
    const modality = await this.modality();
    if (modality !== "none") throw new Failed(this.step, reason, modality);
  }

  late(): Failed {
    return new Failed(this.step, this.step + "_timed_out");
  }

  // Somebody may have to answer a question before it can end: a look beside it tells.
  async write(name: string, members: Members): Promise<void> {
    if (!this.due.has("bound")) this.start("bound", this.limits.sync_bound_ms);
    this.operate(name, members);
    if (!members.forced) this.start("poll", this.limits.poll_period_ms);
    for (;;) {
      const [key, { modality }] = await this.first("main", "timer bound", "timer poll", "beside");
      if (key === "main") break;
      if (key === "timer bound") throw this.late();
      if (modality === "dialog") {
        const why = new Failed("sync", "modal_during_sync", "dialog");
        why.question = true;
        throw why;
      }
      if (key !== "timer poll") continue;
      this.start("poll", this.limits.poll_period_ms);
      if (this.asked.has("monitor")) continue;
      this.beside = true;
      this.operate("read_modality", {}, "monitor");
    }
    this.stop("poll");
    if (this.beside) this.take_back("monitor");
    this.beside = false;
  }

  // The methods of a script.

  async method(call: number, asked: Members): Promise<void> {
    if (this.phase !== "body" || this.busy) return this.say("refuse", { call });
    const full = asked.method === "enterModalDialogAllowed" && this.blocks.length === 8;
    const empty = asked.method === "leaveModalDialogAllowed" && this.blocks.length === 0;
    if (full || empty) return this.say("refuse", { call });
    this.busy = true;
    this.step = "gate";
    try {
      const value = await this.work(asked);
      this.busy = false;
      const closed = Array.isArray(value) ? value : [];
      this.say("return", { call, value: Array.isArray(value) ? value.length : value, closed });
    } catch (why) {
      if (!(why instanceof Failed)) throw why;
      this.end(why);
    }
  }

  async work(asked: Members): Promise<number | number[]> {
    const scope = asked.project_only ? "project" : "all";
    switch (asked.method) {
      case "closeModalDialogs":
        return this.sweep("sweep", asked.await_dispose);
      case "monitorAndCloseModalDialogs":
        this.blocks.fill(true);
        if (!this.armed) void this.watch();
        return 0;
      case "allowModalDialog":
        this.blocks.fill(false);
        this.unwatch();
        return 0;
      case "enterModalDialogAllowed":
        this.blocks.push(this.armed);
        this.unwatch();
        return 0;
      case "leaveModalDialogAllowed":
        if (this.blocks.pop() && !this.armed) void this.watch();
        return 0;
      case "syncDocuments":
        await (asked.force ? this.forced_sync(scope) : this.sync(scope));
        return 0;
      case "saveProject":
        await this.save_settings();
        return 0;
      case "waitForSmartMode":
        return this.smart();
      case "assertNonModal":
        await this.assert_none("modal_asserted");
        return 0;
      case "isModal":
        return (await this.modality()) === "none" ? 0 : 1;
      case "isSmartMode":
        return (await this.look("read_smart")).smart ? 1 : 0;
      default:
        await this.outwait();
        return 0;
    }
  }

  // The monitor.

  async watch(): Promise<void> {
    let since = this.now; // The look of the monitor that is under way.
    this.armed = true;
    this.start("tick", this.limits.monitor_period_ms);
    for (;;) {
      const [key, { dialogs = [] }] = await this.first("timer tick", "monitor");
      if (key === "timer tick") {
        this.start("tick", this.limits.monitor_period_ms);
        const waits = this.asked.has("monitor") && !this.beside;
        if (waits && this.now - since < this.limits.look_bound_ms) continue;
        this.take_back("monitor");
        this.beside = false;
        since = this.now;
        this.operate("list_dialogs", {}, "monitor");
      }
      if (dialogs.length === 0) continue;
      this.phase = "tripped";
      this.say("decide", { stage: "monitor", reason: "dialog_during_body" });
      this.drop();
      this.say("cancel_body");
      this.showing = dialogs;
      return this.end(new Failed("monitor", "dialog_during_body", "dialog"));
    }
  }
  unwatch(): void {
    this.armed = false;
    if (!this.beside) this.take_back("monitor");
    this.forget("monitor");
    this.stop("tick");
  }

  // Operations and timers.

  async modality(): Promise<Modality> {
    return (await this.look("read_modality")).modality;
  }

  // The IDE's event thread may not answer it.
  async look(name: string): Promise<any> {
    this.operate(name);
    this.start("look", this.limits.look_bound_ms);
    const [key, answer] = await this.first("main", "timer look", "timer bound");
    if (key === "timer bound") throw this.late();
    if (key === "timer look") throw new Failed(this.step, "ide_not_responding");
    this.stop("look");
    return answer;
  }

  operate(name: string, members: Members = {}, operation = "main"): void {
    this.asked.add(operation);
    this.say(name, { operation, ...members });
  }
  ask(name: string, members: Members = {}): Promise<any> {
    this.operate(name, members);
    return this.happens("main");
  }
  // The first of these that is woken, and with what.
  first(...keys: string[]): Promise<[string, any]> {
    return new Promise((resolve) => {
      for (const key of keys)
        this.waits.set(key, (members) => {
          for (const each of keys) this.forget(each);
          resolve([key, members]);
        });
    });
  }

  take_back(operation: string): void {
    if (this.asked.delete(operation)) this.say("cancel", { operation });
  }
  cancel(operation: string): void {
    this.forget(operation);
    this.take_back(operation);
  }

  start(timer: string, after_ms: number): void {
    this.due.set(timer, this.now + after_ms);
    this.say("start_timer", { timer, after_ms });
  }
  sleep(timer: string, after_ms: number): Promise<void> {
    this.start(timer, after_ms);
    return this.happens("timer " + timer);
  }

  stop(timer: string): void {
    this.forget("timer " + timer);
    if (this.due.delete(timer)) this.say("stop_timer", { timer });
  }

  // Nothing that is under way goes on.
  drop(): void {
    this.cancel("main");
    this.cancel("monitor");
    for (const timer of ["dispose", "poll", "bound", "tick", "look", "body"]) this.stop(timer);
    this.forget("disposed");
    this.forget("beside");
    this.beside = false;
    this.drop_captures();
    this.report();
    this.armed = false;
    this.blocks = [];
  }
}

const hello = { areas: ["modality"], grade: "digest", name: "Modality in TypeScript" };
// Unless it is a test that takes the policy.
if (realpathSync(process.argv[1]!) === fileURLToPath(import.meta.url))
  void serve(hello, (setup) => new Call(setup));
