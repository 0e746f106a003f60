// Conversations of npm clients with the mock server: clients.mjs CLIENT PACKAGES CODEX WORKDIR
//
// CODEX is the mock in the place of codex. Each conversation comes to a word, and is printed with
// it: `CLIENT CONVERSATION: what it came to`.
import {readdirSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const [client, packages, codex, cwd] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${packages}/node_modules/${path}`));
const within = (promise, ms = 8000) =>
  Promise.race([promise, new Promise((done) => setTimeout(() => done('nothing came'), ms))]);

// The bridge of @zakstam/codex-local-component: it spawns, parses by its schemas, and classifies.
async function zakstam() {
  const {CodexLocalBridge} = await load('@zakstam/codex-local-component/dist/host/index.js');
  const talk = async (prompt, {decision, interrupt} = {}) => {
    let id = 0, text = '', thread, turn, over, started = false, asked = false, refused = [];
    const ended = new Promise((done) => { over = done; });
    const call = (method, params) => bridge.send({method, id: ++id, params});
    const see = (message) => {
      const {method, params, result} = message;
      if (message.id === 1 && result) {
        bridge.send({method: 'initialized'});
        call('thread/start', {cwd, experimentalRawEvents: false});
      }
      thread ??= result?.thread?.id;
      started ||= method === 'thread/started';
      if (thread && started && !asked) {
        asked = true;
        call('turn/start', {threadId: thread, input: [{type: 'text', text: prompt, text_elements: []}]});
      }
      if (method === 'turn/started') {
        turn = params.turn.id;
        if (interrupt) call('turn/interrupt', {threadId: thread, turnId: turn});
      }
      if (method === 'item/agentMessage/delta') text += params.delta;
      if (method === 'item/commandExecution/requestApproval')
        bridge.send({id: message.id, result: {decision}});
      if (method === 'turn/completed') over(params.turn.status);
    };
    const bridge = new CodexLocalBridge({codexBin: codex, cwd}, {
      onEvent: (event) => see(JSON.parse(event.payloadJson)),
      onGlobalMessage: (message) => see(message),
      onProtocolError: ({line, error}) => refused.push(error.message + line.slice(0, 300)),
    });
    bridge.start();
    call('initialize', {clientInfo: {name: 'zakstam', title: 'x', version: '1'}, capabilities: {experimentalApi: false, requestAttestation: false, optOutNotificationMethods: null}});
    const status = await within(ended);
    bridge.stop();
    return `${status}, "${text}"` + (refused.length ? ` REFUSED ${refused[0]}` : '');
  };
  return {
    turn: () => talk('Hello'),
    accepted: () => talk('run make', {decision: 'accept'}),
    declined: () => talk('run make', {decision: 'decline'}),
    interrupted: () => talk('run make', {decision: 'accept', interrupt: true}),
    restarted: () => talk('Hello again'),
  };
}

// ai-sdk-provider-codex-cli: a language model of the Vercel AI SDK, over `codex app-server`.
async function aiSdk() {
  const {createCodexAppServer} = await load('ai-sdk-provider-codex-cli/dist/index.js');
  let thread;
  const talk = async (prompt, {decision, abort, resume} = {}) => {
    const provider = createCodexAppServer({defaultSettings: {
      codexPath: codex, cwd, threadMode: 'persistent', approvalPolicy: 'untrusted',
      serverRequests: {onCommandExecutionApproval: async () => ({decision})},
    }});
    const stopping = new AbortController();
    const model = provider('orrery-mock', resume ? {resume: thread} : {});
    let text = '', parts = 0;
    const run = async () => {
      const {stream} = await model.doStream({
        prompt: [{role: 'user', content: [{type: 'text', text: prompt}]}],
        abortSignal: stopping.signal,
        providerOptions: resume ? {'codex-app-server': {threadId: thread}} : undefined,
      });
      for await (const part of stream) {
        if (part.type === 'text-delta') { text += part.delta; ++parts; }
        if (part.type === 'error') return `error ${part.error?.message ?? part.error}`;
        if (part.type === 'finish') {
          thread = part.providerMetadata?.['codex-app-server']?.threadId ?? thread;
          return `${JSON.stringify(part.finishReason?.unified ?? part.finishReason)} in ${parts} parts`;
        }
        if (abort && part.type !== 'stream-start') setTimeout(() => stopping.abort(), 50);
      }
      return 'the stream ended';
    };
    const status = await within(run().catch((error) => `threw ${error.name}: ${error.message.slice(0, 200)}`));
    await provider.close?.();
    return `${status}, "${text}"`;
  };
  return {
    turn: () => talk('Hello'),
    accepted: () => talk('run make', {decision: 'accept'}),
    declined: () => talk('run make', {decision: 'decline'}),
    interrupted: () => talk('Hello, slowly', {abort: true}),
    restarted: () => talk('Hello again', {resume: true}),
  };
}

// The app-server client of happy, which is no export of its own: a class in a chunk.
async function happy() {
  const chunk = readdirSync(`${packages}/node_modules/happy/dist`)
    .find((name) => /^types-.*\.mjs$/.test(name));
  const exports = Object.values(await load(`happy/dist/${chunk}`));
  const CodexAppServerClient = exports.find((each) => each?.name === 'CodexAppServerClient');
  let thread;
  const talk = async (prompt, {decision, interrupt} = {}) => {
    const it = new CodexAppServerClient();
    let text = '';
    it.setEventHandler((event) => {
      if (event.type === 'agent_message_delta') text += event.delta;
      if (event.type === 'agent_message') text = event.message;
    });
    it.setApprovalHandler(async () => decision);
    await it.connect();
    const settings = {cwd, approvalPolicy: 'untrusted', sandbox: 'workspace-write'};
    if (thread) await it.resumeThread({threadId: thread, ...settings});
    else thread = (await it.startThread(settings))?.threadId ?? it.threadId;
    if (interrupt) setTimeout(() => it.interruptTurn(), 300);
    const ended = await within(it.sendTurnAndWait(prompt));
    await it.disconnect();
    return `${ended?.aborted === undefined ? ended : ended.aborted ? 'aborted' : 'completed'}, "${text}"`;
  };
  return {
    turn: () => talk('Hello'),
    accepted: () => talk('run make', {decision: 'approved'}),
    declined: () => talk('run make', {decision: 'denied'}),
    interrupted: () => talk('run make', {decision: new Promise(() => {}), interrupt: true}),
    restarted: () => talk('Hello again'),
  };
}

// The app-server client of OpenClaw, which validates threads and turns by schemas of its own.
async function openclaw() {
  const chunks = '@openclaw/codex/dist/.setup';
  const name = readdirSync(`${packages}/node_modules/${chunks}`).find((each) => /^client-/.test(each));
  const its = Object.fromEntries(
    Object.values(await load(`${chunks}/${name}`)).map((each) => [each?.name, each]));
  let thread;
  const talk = async (prompt, {decision, interrupt, resume} = {}) => {
    const it = await its.CodexAppServerClient.start({
      transport: 'stdio', command: codex, commandSource: 'config', args: ['app-server'], clearEnv: []});
    const ask = (method, params) => it.request(method, params, {timeoutMs: 8000});
    let text = '';
    const ended = new Promise((done) => it.addNotificationHandler(({method, params}) => {
      if (method === 'item/agentMessage/delta') text += params.delta;
      if (method === 'turn/completed')
        done(its.readCodexTurnCompletedNotification(params)?.turn.status ?? 'no turn that it reads');
    }));
    it.addRequestHandler(({method, params}) => {
      if (method !== 'item/commandExecution/requestApproval') return undefined;
      if (!interrupt) return {decision};
      ask('turn/interrupt', {threadId: thread, turnId: params.turnId});
      return new Promise(() => {});
    });
    await it.initialize();
    const settings = {cwd, approvalPolicy: 'untrusted', sandbox: 'workspace-write'};
    if (resume) {
      its.assertCodexThreadResumeResponse(await ask('thread/resume', {threadId: thread, ...settings}));
    } else {
      thread = its.assertCodexThreadStartResponse(await ask('thread/start', settings)).thread.id;
    }
    its.assertCodexTurnStartResponse(await ask('turn/start', {
      threadId: thread, input: [{type: 'text', text: prompt, text_elements: []}]}));
    const status = await within(ended);
    await it.closeAndWait();
    return `${status}, "${text}"`;
  };
  return {
    turn: () => talk('Hello'),
    accepted: () => talk('run make', {decision: 'accept'}),
    declined: () => talk('run make', {decision: 'decline'}),
    interrupted: () => talk('run make', {interrupt: true}),
    restarted: () => talk('Hello again', {resume: true}),
  };
}

const talks = await {zakstam, 'ai-sdk': aiSdk, happy, openclaw}[client]();
for (const [name, run] of Object.entries(talks)) {
  const came = await run().catch((error) => `threw ${error.message.slice(0, 300)}`);
  console.log(`${client} ${name}: ${came}`);
}
process.exit(0);
