// Talks to an app-server for the chats of an IDE, and keeps one running.
//
//     orrery conform appserver --subject "exec:node --experimental-strip-types client.ts"
import { type Members, Policy, serve } from "./orrery.ts";

// How long is waited for what, and how much is followed at once.
const limits = {
  request: 60_000,
  interrupt: 15_000,
  decision: 120_000,
  interrupted: 30_000, // From the interrupt to the end of its turn.
  backoff: 250,
  backoff_most: 30_000,
  healthy: 60_000,
  shutdown: 2_000,
  crashes: 5,
};
const room = { chats: 2, calls: 8, items: 4, asks: 3, settled: 3, accepted: 3, late: 4 };
const opted_out = { thread_started: 1, turn_started: 2 };

type Answer = { outcome: string; error: string; thread: number; turn: number; text: number };
type Call = {
  method: string;
  chat: number;
  call: number;
  text: number;
  turn: number;
  settings: Members;
  own: boolean; // The client's, not the user's.
  id: number; // The last that it was sent under.
  until: number; // The deadline of its first sending.
  pause: number; // Before it is sent to a busy server once more.
  stage: "waiting" | "sent" | "pausing";
};
type Turn = {
  id: number; // Zero until somebody names it.
  request: number;
  stop: "" | "wanted" | "sent" | "refused" | "again";
  started: boolean; // The server said so.
  bounded: boolean; // Its end is waited for.
};
type Chat = {
  id: number;
  thread: number;
  phase: "starting" | "answered" | "ready" | "archiving" | "away";
  turn: Turn | null;
  unwanted: Turn | null; // Begun behind the deadline of its request.
  ended: number;
  tokens: number;
  before: number | null; // When its last turn was shown; null: nobody told.
  settings: Members; // That it was started with.
  ran: boolean; // A turn of it had a name, here or before.
};
type Item = {
  id: number;
  chat: number;
  bytes: number; // The mark of its text.
  hash: number;
  closed: boolean;
  fresh: boolean; // It has text that was not shown.
};
type Asked = { id: number; chat: number; subject: number };

const ended = (outcome: string, error = "none"): Answer => {
  return { outcome, error, thread: 0, turn: 0, text: 0 };
};
const lost = ended("lost");
const late = ended("timed_out");

// Of the text of one with that of the other behind it.
function joined(first: Members, then: Members): Members {
  let hash = first.hash;
  for (let i = 0; i < then.bytes; ++i) hash = Math.imul(hash, 0x01000193);
  return { bytes: first.bytes + then.bytes, hash: (hash + then.hash) >>> 0 };
}

class Client extends Policy {
  setup: Members;
  process = 0;
  phase = "new"; // Spawning, initializing, open, lacking, ending, restarting, over.
  closed = false; // The user wants no more.
  verified = "no"; // Yes, failed.
  lacks = "none"; // The error that it failed with; none: it timed out.
  again = 0; // The second initialize of this process.
  crashes: number[] = []; // Their instants.
  greeted = false; // This process came through its handshake.
  ungreeted = 0; // So many in a row crashed and had not.
  backoffs = 0;
  requests = 0;
  timers = new Set<string>();
  calls: Call[] = [];
  chats: Chat[] = [];
  items: Item[] = [];
  asks: Asked[] = [];
  settled: number[] = []; // Asks that nobody decides any more.
  accepted: string[] = []; // Threads and subjects, for the session.
  late: { id: number; chat: number }[] = []; // Requests behind their deadline.
  unclaimed: number[] = []; // Threads that started; their answer is awaited.

  constructor(setup: Members) {
    super();
    this.setup = setup;
  }

  // Whatever is async waits at the stage of its call, for its ask, or for a timer of its own.
  kept(): unknown {
    const { process, phase, closed, verified, lacks, again, backoffs, requests, now } = this;
    const { greeted, ungreeted } = this;
    const { chats, items, asks, settled, accepted, late, unclaimed } = this;
    const calls = this.calls.map((call) => ({ ...call, until: call.id && call.until - now }));
    const crashes = this.crashes.map((at) => now - at).filter((age) => age <= limits.healthy);
    const watched = this.timers.has("healthy " + process);
    const server = { process, phase, closed, verified, lacks, again, backoffs, crashes, watched };
    Object.assign(server, { greeted, ungreeted });
    return [server, requests, calls, chats, items, asks, settled, accepted, late, unclaimed];
  }

  on(name: string, event: Members): void {
    if (name === "opened") void this.live();
    else if (name === "chat_started") void this.start(event.chat, event.settings, event.text);
    else if (name === "chat_resumed") void this.resume(event.chat, event.thread);
    else if (name === "chat_archived") void this.archive(event.chat);
    else if (name === "said") void this.talk(event.chat, event.text);
    else if (name === "stopped") this.stop_turn(event.chat);
    else if (name === "called") void this.request(event);
    else if (name === "decided") this.decided(event.ask, event.decision);
    else if (name === "rule_made") event.subject && this.accept_from_now_on("0 " + event.subject, 0);
    else if (name === "frame_due") this.show_items();
    else if (name === "closed") this.close();
    else if (name === "timer_fired") this.fired(event.timer);
    else if (event.process !== this.process) this.report("old_process", event.process);
    else if (name === "process_started") this.wake("process", { started: true });
    else if (name === "process_gone" && this.waits.has("process")) this.wake("process");
    else if (!this.lives()) this.report("old_process", event.process);
    else for (const what in event.message) this.hear(what, event.message[what]);
  }

  hear(name: string, message: Members): void {
    if (name === "response") this.answered(message as any);
    else if (name === "thread_started") this.thread_started(message.thread);
    else if (name === "turn_started") this.turn_started(message.thread, message.turn);
    else if (name === "turn_completed") this.turn_completed(message);
    else if (name === "item_started") this.item_started(message);
    else if (name === "item_delta") this.item_delta(message);
    else if (name === "item_output") this.item_of(message, "unknown_item");
    else if (name === "item_completed") this.item_completed(message);
    else if (name === "usage") this.usage(message.thread, message.total);
    else if (name === "rate_limits") this.say("rate_limits_shown", { ...message });
    else if (name === "ask") void this.ask(message);
    else if (name === "ask_resolved") this.resolved(message.ask);
    else if (name === "trouble") this.trouble(message);
    else this.report("unknown_notice", 0);
  }

  // The process.

  lives(): boolean {
    return ["initializing", "open", "lacking"].includes(this.phase);
  }

  async live(): Promise<void> {
    for (;;) {
      ++this.process;
      this.phase = "spawning";
      this.verified = "no";
      this.lacks = "none";
      this.greeted = false;
      this.say("spawn", { process: this.process });
      if ((await this.happens("process")).started) {
        if (!this.closed) void this.stay_healthy();
        void (this.closed ? this.shut_down() : this.greet());
        await this.happens("process");
      }
      const meant = this.phase.startsWith("ending");
      if (meant) this.stop("shutdown", this.process);
      else this.lose();
      this.phase = "over";
      if (this.closed) return;
      if (!meant && this.crashes_often()) return this.banner("given_up");
      if (!meant) await this.back_off();
    }
  }

  async stay_healthy(): Promise<void> {
    // However long it lives without its handshake, that is no health.
    do await this.sleep("healthy", this.process, limits.healthy);
    while (!this.greeted);
    this.backoffs = 0;
    this.crashes = [];
  }

  crashes_often(): boolean {
    this.crashes = this.crashes.filter((at) => this.now - at <= limits.healthy);
    this.crashes.push(this.now);
    this.ungreeted = this.greeted ? 0 : this.ungreeted + 1;
    this.greeted = false;
    if (Math.max(this.crashes.length, this.ungreeted) < limits.crashes) return false;
    this.crashes = [];
    this.ungreeted = 0;
    return true;
  }

  async back_off(): Promise<void> {
    this.phase = "restarting";
    this.banner("restarting");
    const pause = Math.min(limits.backoff * 2 ** this.backoffs++, limits.backoff_most);
    const random = Math.imul(this.setup.seed + this.process, 0x9e3779b1) >>> 0;
    const jitter = Math.floor((pause / 4) * (random / 2 ** 32));
    await this.sleep("restart", this.process + 1, pause + jitter);
  }

  async shut_down(): Promise<void> {
    const process = this.process;
    this.phase = "ending";
    this.say("close_input", { process });
    await this.sleep("shutdown", process, limits.shutdown);
    this.phase = "ending: terminated";
    this.say("terminate", { process });
    await this.sleep("shutdown", process, limits.shutdown);
    this.phase = "ending: killed";
    this.say("kill", { process });
  }

  close(): void {
    const lived = this.lives();
    // What closed its output may live on behind its end.
    const gone = ["restarting", "over"].includes(this.phase);
    this.closed = true;
    if (this.phase === "restarting") this.stop("restart", this.process + 1);
    this.lose();
    if (lived || gone) void this.shut_down();
  }

  // Ends all that was under way with a process that counts as gone.
  lose(): void {
    this.stop("healthy", this.process);
    this.again = 0;
    this.late = [];
    this.unclaimed = [];
    for (const call of this.calls) this.wake(call, lost);
    for (const chat of this.chats) {
      chat.unwanted = null;
      if (chat.turn !== null) this.end_turn(chat, "lost");
      else if (chat.phase === "ready") this.say("composer_busy", { chat: chat.id });
      chat.phase = "away";
    }
  }

  // The handshake.

  async greet(): Promise<void> {
    this.phase = "initializing";
    const hello = await this.outcome({ method: "initialize", own: true });
    if (hello.outcome === "lost") return;
    const second = this.again !== 0;
    const already = second && hello.error === "already_initialized";
    if (hello.outcome !== "result" && !already) return this.lack(hello);
    this.phase = "open";
    this.greeted = true;
    this.send({ initialized: {} });
    if (!second) {
      void this.verify();
      for (const chat of this.chats) if (chat.phase === "away") void this.resume_again(chat);
    }
    this.go_on();
  }

  async verify(): Promise<void> {
    const models = await this.outcome({ method: "model_list", own: true });
    if (models.outcome === "lost") return;
    if (models.outcome !== "result") return this.lack(models);
    this.verified = "yes";
    this.go_on();
  }

  // The server cannot be worked with; what was to tell so goes on in vain.
  lack(why: Answer): void {
    if (this.verified !== "failed") this.banner("server_lacks");
    this.verified = "failed";
    this.lacks = why.error;
    if (this.phase === "initializing") this.phase = "lacking";
    const checks = ["initialize", "model_list"];
    this.drop((call) => call.own && checks.includes(call.method));
    this.go_on();
  }

  // Calls that wait may be sent now, or never.
  go_on(): void {
    for (const call of this.calls) if (call.stage === "waiting") this.wake(call, {});
  }

  // Calls.

  can_send(call: Call): boolean {
    if (call.method === "initialize") return this.phase === "initializing";
    return this.phase === "open" && (call.method !== "turn_start" || this.verified === "yes");
  }

  // What it ends as if it can never be sent.
  in_vain(call: Call): Answer | null {
    if (this.closed || this.phase === "over") return lost;
    const unverified = call.method === "turn_start" && this.verified === "failed";
    if (this.phase !== "lacking" && !(this.phase === "open" && unverified)) return null;
    return this.lacks === "none" ? late : ended("error", this.lacks);
  }

  has_room(): boolean {
    return this.calls.length + room.chats + 2 < room.calls;
  }

  // The one that it has: sent behind the handshake, and once more where the server was not ready.
  async outcome(what: Partial<Call>): Promise<Answer> {
    const none = { chat: 0, call: 0, text: 0, turn: 0, settings: {}, own: false };
    const unsent = { id: 0, until: 0, pause: limits.backoff, stage: "waiting" };
    const call = Object.assign(what, { ...none, ...unsent, ...what }) as Call;
    this.calls.push(call);
    let answer: Answer | null = null;
    while (answer === null) answer = (await this.barred(call)) ?? (await this.sent(call));
    if (answer === late && call.stage === "sent") this.remember_late(call.id, 0);
    this.stop("deadline", call.id);
    this.stop("retry", call.id);
    this.calls = this.calls.filter((other) => other !== call);
    if (call.method !== "turn_interrupt") this.problem(call.chat, answer.text);
    return answer;
  }

  // Until it can be sent; what it ends as if it does before.
  async barred(call: Call): Promise<Answer | null> {
    while (!this.can_send(call)) {
      const answer = this.in_vain(call) ?? (await this.happens(call));
      if (answer.outcome) return answer;
    }
    return call.id !== 0 && call.until <= this.now ? late : null;
  }

  // Its answer; null if it is to be sent once more.
  async sent(call: Call): Promise<Answer | null> {
    this.send_call(call);
    const answer: Answer = await this.happens(call);
    if (!this.is_awaited(call)) return answer;
    const has_time = this.now + call.pause < call.until;
    if (answer.error === "overloaded" && has_time) return this.pause(call);
    return answer.error === "not_initialized" && this.begins_again(call) ? null : answer;
  }

  send_call(call: Call): void {
    const chat = this.chat_of(call.chat);
    const interrupts = call.method === "turn_interrupt";
    const id = ++this.requests;
    if (call.method === "turn_start" && chat?.turn?.request === call.id) chat.turn.request = id;
    if (call.id === 0) call.until = this.now + (interrupts ? limits.interrupt : limits.request);
    this.stop("deadline", call.id);
    call.id = id;
    call.stage = "sent";
    const { method, text, turn, settings } = call;
    const opts_out = method === "initialize" ? this.setup.opts_out : 0;
    const thread = chat?.thread ?? 0;
    this.send({ request: { id, method, thread, turn, text, settings, opts_out } });
    this.start_timer("deadline", id, call.until - this.now);
    if (interrupts && chat?.turn?.id === turn) void this.bound_end(chat);
  }

  // Before it is sent to a busy server again.
  async pause(call: Call): Promise<Answer | null> {
    this.stop("deadline", call.id);
    call.stage = "pausing";
    this.start_timer("retry", call.id, call.pause);
    call.pause *= 2;
    const woken = await this.happens(call);
    if (!woken.outcome && !this.can_send(call))
      this.start_timer("deadline", call.id, call.until - this.now);
    call.stage = "waiting";
    return woken.outcome ? woken : null;
  }

  // Whether what it is for is still to come: a turn may have begun, or ended, before the answer.
  is_awaited(call: Call): boolean {
    const chat = this.chat_of(call.chat);
    if (call.method === "turn_start") return chat?.turn?.id === 0 && chat.turn.request === call.id;
    if (call.method !== "turn_interrupt") return true;
    return chat?.turn?.id === call.turn || chat?.unwanted?.id === call.turn;
  }

  // Whether it is sent again, behind a second handshake.
  begins_again(call: Call): boolean {
    const second = this.again !== 0;
    if (call.method === "initialize" || call.until <= this.now) return false;
    if (second ? call.id > this.again : this.calls.length === room.calls) return false;
    call.stage = "waiting";
    if (second) return true;
    this.banner("handshake_again");
    this.again = this.requests + 1;
    void this.greet();
    return true;
  }

  answered(answer: Members): void {
    const { id, error, thread, turn, text } = answer;
    const call = this.calls.find((other) => other.stage === "sent" && other.id === id);
    const outcome = error === "none" ? "result" : "error";
    if (call !== undefined) return void this.wake(call, { outcome, error, thread, turn, text });
    const past = this.late.find((other) => other.id === id);
    this.report(past === undefined ? "unknown_response" : "late_response", id);
    if (past === undefined) return;
    this.late = this.late.filter((other) => other !== past);
    const chat = this.chat_of(past.chat);
    if (chat && error === "none" && turn !== 0 && turn !== chat.turn?.id)
      this.abandon(chat, turn, false);
  }

  remember_late(id: number, chat: number): void {
    this.late = [...this.late.filter((other) => other.id !== id), { id, chat }].slice(-room.late);
  }

  // Those of the client's own that nobody waits for any more.
  drop(which: (call: Call) => boolean): void {
    for (const call of this.calls.filter(which)) {
      if (call.stage === "sent") this.remember_late(call.id, 0);
      this.stop("deadline", call.id);
      this.stop("retry", call.id);
      this.forget(call);
    }
    this.calls = this.calls.filter((call) => !which(call));
  }

  tell(what: Members, answer: Answer): void {
    const { call = 0, chat = 0, method } = what;
    const { outcome, error } = answer;
    this.say("call_ended", { call, chat, method, outcome, error });
  }

  async request(what: Members): Promise<void> {
    const { call, method, text } = what;
    if (!this.has_room()) return this.tell(what, ended("busy"));
    this.tell(what, await this.outcome({ call, method, text }));
  }

  // Chats.

  chat_of(id: number): Chat | undefined {
    return this.chats.find((chat) => chat.id === id);
  }
  chat_with(thread: number): Chat | undefined {
    return this.chats.find((chat) => thread !== 0 && chat.thread === thread);
  }
  // The one whose thread it is; reported, if there is none.
  known(thread: number): Chat | undefined {
    const chat = this.chat_with(thread);
    if (chat === undefined) this.report("unknown_thread", thread);
    return chat;
  }
  // The one whose active turn it is.
  place(message: Members): Chat | undefined {
    const chat = this.known(message.thread);
    if (chat === undefined || (message.turn !== 0 && chat.turn?.id === message.turn)) return chat;
    this.report("unknown_turn", message.turn);
    return undefined;
  }

  add_chat(id: number, thread: number, phase: Chat["phase"]): Chat {
    const fresh = { turn: null, unwanted: null, ended: 0, tokens: 0, before: 0, settings: {}, ran: false };
    const chat: Chat = { id, thread, phase, ...fresh };
    this.chats.push(chat);
    return chat;
  }

  async start(id: number, settings: Members, text: number): Promise<void> {
    const call = { method: "thread_start", chat: id, settings, text };
    if (this.chats.length === room.chats || !this.has_room()) return this.tell(call, ended("busy"));
    this.add_chat(id, 0, "starting").settings = settings;
    await this.start_thread(call);
  }

  async start_thread(call: Partial<Call>): Promise<void> {
    const id = call.chat!;
    let answer = await this.outcome(call);
    const named = answer.thread !== 0 && this.chat_with(answer.thread) === undefined;
    if (answer.outcome === "result" && !named) answer = ended("error", "other");
    this.tell(call, answer);
    if (answer.outcome === "result") this.answered_start(this.chat_of(id)!, answer.thread);
    else this.remove(id);
    // Threads that no answer can name any more are nobody's.
    if (this.calls.some((other) => other.method === "thread_start")) return;
    for (const thread of this.unclaimed) this.report("unknown_thread", thread);
    this.unclaimed = [];
  }

  answered_start(chat: Chat, thread: number): void {
    chat.thread = thread;
    chat.phase = "answered";
    const silent = (this.setup.opts_out & opted_out.thread_started) !== 0;
    if (silent || this.unclaimed.includes(thread)) this.make_ready(chat);
    this.unclaimed = this.unclaimed.filter((other) => other !== thread);
  }

  thread_started(thread: number): void {
    const chat = this.chat_with(thread);
    if (chat?.phase === "answered") this.make_ready(chat);
    if (chat !== undefined) return;
    const awaited = this.calls.filter(
      (call) => call.method === "thread_start" && call.stage === "sent",
    );
    if (this.unclaimed.length >= awaited.length) return this.report("unknown_thread", thread);
    this.unclaimed.push(thread);
  }

  make_ready(chat: Chat): void {
    chat.phase = "ready";
    this.say("composer_ready", { chat: chat.id });
  }

  async resume(id: number, thread: number): Promise<void> {
    const call = { method: "thread_resume", chat: id };
    const known = this.chat_of(id);
    if (!known && this.chat_with(thread)) return this.tell(call, ended("refused"));
    if (!this.has_room() || (!known && this.chats.length === room.chats))
      return this.tell(call, ended("busy"));
    if (!known) Object.assign(this.add_chat(id, thread, "away"), { ran: true, before: null });
    const answer = await this.outcome(call);
    this.tell(call, answer);
    if (answer.outcome === "result") this.make_ready(this.chat_of(id)!);
    else if (answer.outcome !== "lost") this.remove(id);
  }

  // After a restart; told only if it fails.
  async resume_again(chat: Chat): Promise<void> {
    const call = { method: "thread_resume", chat: chat.id, own: true };
    if (this.calls.some((other) => other.chat === chat.id && other.method === call.method)) return;
    const answer = await this.outcome(call);
    if (answer.outcome === "result") return this.make_ready(chat);
    if (answer.outcome === "lost") return;
    this.tell(call, answer);
    const busy = ["overloaded", "not_initialized"].includes(answer.error);
    const refused = answer.outcome === "error" && (call as Partial<Call>).stage === "sent" && !busy;
    if (refused) await this.give_up_thread(chat);
  }

  // The server does not have it any more. A chat in which nothing was said begins anew.
  async give_up_thread(chat: Chat): Promise<void> {
    if (chat.ran) return this.remove(chat.id);
    chat.thread = 0;
    chat.phase = "starting";
    await this.start_thread({ method: "thread_start", chat: chat.id, settings: chat.settings });
  }

  async archive(id: number): Promise<void> {
    const call = { method: "thread_archive", chat: id };
    const chat = this.chat_of(id);
    if (chat?.phase !== "ready" || chat.turn !== null) return this.tell(call, ended("refused"));
    if (!this.has_room()) return this.tell(call, ended("busy"));
    chat.phase = "archiving";
    this.say("composer_busy", { chat: id });
    const answer = await this.outcome(call);
    this.tell(call, answer);
    if (answer.outcome === "lost") return;
    if (answer.outcome !== "result") return this.make_ready(chat);
    this.accepted = this.accepted.filter((one) => !one.startsWith(chat.thread + " "));
    this.remove(id);
  }

  remove(id: number): void {
    this.drop_interrupts(id);
    for (const past of this.late) if (past.chat === id) past.chat = 0;
    this.chats = this.chats.filter((chat) => chat.id !== id);
  }

  usage(thread: number, total: number): void {
    const chat = this.known(thread);
    if (chat === undefined) return;
    if (total < chat.tokens) return this.report("total_fell", thread);
    chat.tokens = total;
    const in_turn = chat.before === null ? 0 : total - chat.before;
    this.say("usage_shown", { chat: chat.id, total, in_turn });
  }

  // Why a turn failed or a call was refused, if that is said.
  problem(chat: number, text: number): void {
    if (text !== 0) this.say("problem_shown", { chat, severity: "error", text });
  }

  trouble(message: Members): void {
    const { thread, severity, text } = message;
    this.say("problem_shown", { chat: this.chat_with(thread)?.id ?? 0, severity, text });
    if (message.thread === 0) return;
    if (message.turn !== 0) this.place(message);
    else this.known(message.thread);
  }

  // Turns.

  async talk(id: number, text: number): Promise<void> {
    const call: Partial<Call> = { method: "turn_start", chat: id, text };
    const chat = this.chat_of(id);
    if (chat?.phase !== "ready" || chat.turn !== null) return this.tell(call, ended("refused"));
    if (!this.has_room()) return this.tell(call, ended("busy"));
    chat.turn = { id: 0, request: 0, stop: "", started: false, bounded: false };
    this.say("composer_busy", { chat: id });
    const answer = await this.outcome(call);
    const nameless = answer.outcome === "result" && answer.turn === 0;
    this.tell(call, nameless ? ended("error", "other") : answer);
    if (answer.outcome === "lost" || chat.turn?.request !== call.id) return;
    const known = chat.turn.id;
    chat.turn.request = 0;
    if (known !== 0) {
      if (answer.turn !== 0 && answer.turn !== known) this.report("second_turn", answer.turn);
      return;
    }
    if (answer.turn !== 0 && answer.turn !== chat.ended) return this.name(chat, answer.turn);
    chat.turn = null;
    this.say("composer_ready", { chat: id });
    // It may begin all the same.
    if (call.stage === "sent" && (nameless || answer === late)) this.remember_late(call.id!, id);
  }

  // Whether the server has a request that it may name the turn of.
  may_be_named(chat: Chat): boolean {
    const request = chat.turn?.id === 0 ? chat.turn.request : 0;
    return this.calls.some((call) => call.stage === "sent" && call.id === request);
  }

  name(chat: Chat, turn: number): void {
    if (chat.unwanted?.id === turn) chat.unwanted = null;
    chat.turn!.id = turn;
    chat.before = chat.ran && chat.tokens === 0 ? null : chat.tokens;
    chat.ran = true;
    this.say("turn_shown", { chat: chat.id, turn });
    if (chat.turn!.stop === "wanted") void this.interrupt(chat, chat.turn!);
  }

  turn_started(thread: number, id: number): void {
    const chat = this.known(thread);
    if (chat === undefined) return;
    if (id === 0 || id === chat.ended) return this.report("unknown_turn", id);
    const turn = [chat.turn, chat.unwanted].find((one) => one?.id === id);
    if (turn) {
      if (turn === chat.unwanted) this.report("unknown_turn", id);
      turn.started = true;
      if (turn.stop === "refused") void this.interrupt(chat, turn);
      return;
    }
    const past = this.late.find((other) => other.chat === chat.id);
    if (past === undefined && this.may_be_named(chat)) {
      chat.turn!.started = true;
      return this.name(chat, id);
    }
    this.report(chat.turn?.id ? "second_turn" : "unknown_turn", id);
    if (past === undefined) return;
    past.chat = 0;
    this.abandon(chat, id, true);
  }

  turn_completed(message: Members): void {
    const chat = this.known(message.thread);
    if (chat === undefined) return;
    const id = message.turn;
    if (id !== 0 && chat.turn?.id === id) {
      this.problem(chat.id, message.text);
      this.end_turn(chat, message.end);
      return this.say("composer_ready", { chat: chat.id });
    }
    const second = id !== 0 && id === chat.ended;
    this.report(second ? "second_end" : "unknown_turn", id);
    if (second || id === 0) return;
    const past = this.late.find((other) => other.chat === chat.id);
    // Whoever names it now comes behind its end.
    if (chat.unwanted?.id === id || past || this.may_be_named(chat)) chat.ended = id;
    if (chat.unwanted?.id === id) {
      this.drop_interrupts(chat.id, id);
      chat.unwanted = null;
    } else if (past) past.chat = 0;
  }

  end_turn(chat: Chat, end: string): void {
    const turn = chat.turn!.id;
    for (const item of this.items)
      if (item.chat === chat.id && !item.closed)
        this.say("item_closed", { item: item.id, end: "with_turn" });
    this.items = this.items.filter((item) => item.chat !== chat.id);
    this.withdraw(chat, end === "lost" ? "process_gone" : "turn_ended");
    this.stop("interrupt", chat.id);
    this.drop_interrupts(chat.id, turn);
    this.say("turn_ended", { chat: chat.id, turn, end });
    if (turn !== 0) chat.ended = turn;
    chat.turn = null;
  }

  stop_turn(id: number): void {
    const chat = this.chat_of(id);
    if (!chat?.turn || chat.turn.stop !== "") return;
    this.withdraw(chat, "turn_ended");
    chat.turn.stop = "wanted";
    if (chat.turn.id !== 0) void this.interrupt(chat, chat.turn);
  }

  // A turn that nobody wants is interrupted.
  abandon(chat: Chat, id: number, started: boolean): void {
    if (id === chat.ended) return;
    if (chat.unwanted) this.drop_interrupts(chat.id, chat.unwanted.id);
    chat.unwanted = { id, request: 0, stop: "wanted", started, bounded: false };
    void this.interrupt(chat, chat.unwanted);
  }

  // Once more if the server did not know yet that the turn is active.
  async interrupt(chat: Chat, turn: Turn): Promise<void> {
    turn.stop = turn.stop === "refused" ? "again" : "sent";
    if (this.calls.length === room.calls) {
      this.report("too_many", turn.id);
      if (turn === chat.turn) void this.bound_end(chat);
      return;
    }
    const call = { method: "turn_interrupt", chat: chat.id, turn: turn.id, own: true };
    const { error } = await this.outcome(call);
    if (error !== "no_active_turn" || turn.stop !== "sent") return;
    turn.stop = "refused";
    const silent = (this.setup.opts_out & opted_out.turn_started) !== 0;
    const active = turn === chat.turn || turn === chat.unwanted;
    if (active && (turn.started || silent)) await this.interrupt(chat, turn);
  }

  // A server that does not end the turn in time is replaced.
  async bound_end(chat: Chat): Promise<void> {
    if (chat.turn!.bounded) return;
    chat.turn!.bounded = true;
    await this.sleep("interrupt", chat.id, limits.interrupted);
    this.banner("turn_stuck");
    this.lose();
    await this.shut_down();
  }

  // Interrupts of a turn, or of all, that the server does not have.
  drop_interrupts(chat: number, turn?: number): void {
    const these = (call: Call) => call.chat === chat && (turn ?? call.turn) === call.turn;
    this.drop((call) => call.method === "turn_interrupt" && call.stage !== "sent" && these(call));
  }

  // Items.

  item_started(message: Members): void {
    const { item, kind } = message;
    const chat = this.place(message);
    if (chat === undefined) return;
    const known = this.items.find((one) => one.id === item && one.chat === chat.id);
    if (known !== undefined && !known.closed) return;
    if (known !== undefined || item === 0) return this.report("unknown_item", item);
    const closed = this.items.findIndex((one) => one.closed);
    const full = this.items.length === room.items;
    if (full && closed < 0) return this.report("too_many", item);
    if (full) this.items.splice(closed, 1);
    this.items.push({ id: item, chat: chat.id, bytes: 0, hash: 0, closed: false, fresh: false });
    this.say("item_opened", { chat: chat.id, item, kind });
  }

  // One that is open; what else it is is reported.
  item_of(message: Members, closed: string): Item | undefined {
    const chat = this.place(message);
    if (chat === undefined) return undefined;
    const item = this.items.find((one) => one.id === message.item && one.chat === chat.id);
    if (item !== undefined && !item.closed) return item;
    this.report(item === undefined ? "unknown_item" : closed, message.item);
    return undefined;
  }

  item_delta(message: Members): void {
    const item = this.item_of(message, "unknown_item");
    if (item === undefined) return;
    Object.assign(item, joined(item, message.mark), { fresh: true });
    this.say("text_appended", { item: item.id, text: message.text });
  }

  item_completed(message: Members): void {
    const item = this.item_of(message, "second_item_end");
    if (item === undefined) return;
    const { mark, has_text, text, end } = message;
    if (has_text && (mark.bytes !== item.bytes || mark.hash !== item.hash)) {
      if (item.bytes !== 0) this.report("text_differs", item.id);
      this.say("text_replaced", { item: item.id, text });
    }
    Object.assign(item, { bytes: 0, hash: 0, closed: true, fresh: false });
    this.say("item_closed", { item: item.id, end });
  }

  show_items(): void {
    for (const item of this.items.filter((one) => one.fresh)) {
      this.say("item_shown", { item: item.id, mark: { bytes: item.bytes, hash: item.hash } });
      item.fresh = false;
    }
  }

  // Approvals: granted by the user alone, now or before in this session.

  async ask(message: Members): Promise<void> {
    const { ask, kind, subject, thread, turn } = message;
    if (this.asks.some((one) => one.id === ask)) return this.report("bad_ask", ask);
    this.settled = this.settled.filter((one) => one !== ask);
    if (kind === "unknown") return this.send({ answer_error: { ask, error: "method_not_found" } });
    const chat = this.chat_with(thread);
    const active = chat?.turn?.id;
    if (!message.wellformed || !active || (turn !== 0 && turn !== active))
      return this.decline(ask, "bad_ask");
    if (chat.turn!.stop !== "") return this.decline(ask);
    if ([thread, 0].some((one) => this.accepted.includes(one + " " + subject))) {
      this.answer(ask, "accept");
      return this.say("ask_accepted", { chat: chat.id, ask, subject });
    }
    if (this.asks.length === room.asks) return this.decline(ask, "too_many");
    const asked = { id: ask, chat: chat.id, subject };
    this.asks.push(asked);
    this.say("ask_shown", { chat: chat.id, ask, kind, subject });
    this.start_timer("decision", ask, limits.decision);
    const { decision } = await this.happens(asked);
    this.take(asked);
    this.answer(ask, decision ?? "decline");
    if (!decision) return this.say("ask_withdrawn", { ask, why: "timed_out" });
    if (decision !== "accept_for_session" || subject === 0) return;
    this.accept_from_now_on(thread + " " + subject, ask);
  }

  // For the session in a thread, or by a rule in all of them: those of thread 0.
  accept_from_now_on(what: string, of: number): void {
    if (this.accepted.includes(what)) return;
    if (this.accepted.length === room.accepted) return this.report("too_many", of);
    this.accepted.push(what);
  }

  answer(ask: number, decision: string): void {
    this.settle(ask);
    this.send({ answer: { ask, decision } });
  }
  settle(ask: number): void {
    this.settled = [...this.settled.filter((one) => one !== ask), ask].slice(-room.settled);
  }
  decline(ask: number, why?: string): void {
    this.answer(ask, "decline");
    if (why) this.report(why, ask);
  }
  take(asked: Asked): void {
    this.stop("decision", asked.id);
    this.asks = this.asks.filter((one) => one !== asked);
    this.settle(asked.id);
  }

  decided(ask: number, decision: string): void {
    const asked = this.asks.find((one) => one.id === ask);
    if (asked !== undefined) this.wake(asked, { decision });
    else if (!this.settled.includes(ask)) this.report("unknown_ask", ask);
  }

  resolved(ask: number): void {
    const asked = this.asks.find((one) => one.id === ask);
    if (asked !== undefined) this.withdraw_one(asked, "resolved");
    else if (!this.settled.includes(ask)) this.report("unknown_ask", ask);
  }

  withdraw(chat: Chat, why: string): void {
    for (const asked of this.asks.filter((one) => one.chat === chat.id))
      this.withdraw_one(asked, why);
  }
  withdraw_one(asked: Asked, why: string): void {
    this.forget(asked);
    this.take(asked);
    this.say("ask_withdrawn", { ask: asked.id, why });
  }

  // Timers, and what is said.

  start_timer(kind: string, of: number, after_ms: number): void {
    this.timers.add(kind + " " + of);
    this.say("set_timer", { timer: { kind, of }, after_ms });
  }
  stop(kind: string, of: number): void {
    this.forget(kind + " " + of);
    if (this.timers.delete(kind + " " + of)) this.say("cancel_timer", { timer: { kind, of } });
  }
  sleep(kind: string, of: number, after_ms: number): Promise<void> {
    this.start_timer(kind, of, after_ms);
    return this.happens(kind + " " + of);
  }
  fired({ kind, of }: Members): void {
    this.timers.delete(kind + " " + of);
    if (this.wake(kind + " " + of)) return;
    if (kind === "decision") return void this.wake(this.asks.find((asked) => asked.id === of));
    const call = this.calls.find((one) => one.id === of);
    this.wake(call, kind === "deadline" ? late : {});
  }

  send(message: Members): void {
    this.say("send", { process: this.process, message });
  }
  report(report: string, of: number): void {
    this.say("reported", { report, of });
  }
  banner(banner: string): void {
    this.say("banner_shown", { banner });
  }
}

const hello = { areas: ["appserver"], grade: "digest", name: "Client in TypeScript" };
void serve(hello, (setup) => new Client(setup));
