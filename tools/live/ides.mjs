// What npm clients get from the mock IDE: ides.mjs CLIENT PACKAGES HOME
//
// The IDE is found as they find it, by its marker in HOME. Each line says what one of them came to.
import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {Readable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';

const [client, packages, home] = process.argv.slice(2);
const load = (folder, name) =>
  import(createRequire(`${packages}/${folder}/`).resolve(name)).catch(() => createRequire(`${packages}/${folder}/`)(name));

async function marker() {
  const folder = `${home}/.mcp-steroid/markers`;
  for (let tries = 0; tries < 100; ++tries) {
    try {
      const [name] = readdirSync(folder).filter((each) => /^\d+\.mcp-steroid$/.test(each));
      return JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    } catch {
      await pause(100);
    }
  }
  throw new Error('there is no marker');
}

const {devrigEndpoint, mcpSteroidServer, intellijMcpServer} = await marker();
const stream = `${devrigEndpoint.rpcBaseUrl}/projects/stream`;
const announcement = JSON.stringify({clientId: client, clientPid: process.pid, clientVersion: '1', platform: process.platform, arch: process.arch});
const request = (headers) =>
  ({method: 'POST', headers: {'content-type': 'application/json', accept: 'application/x-ndjson', ...headers}, body: announcement});

// Reads until a ping and another list came, of which each is to be whole.
async function followed(lines, parse) {
  let first, changed = false, ping = false, bad = 0, seq = 0;
  const over = Date.now() + 8000;
  for await (const each of lines) {
    let line;
    try { line = parse(each); } catch { ++bad; continue; }
    if (line.type === 'ping') ping = true;
    if (line.type === 'snapshot') {
      if (line.seq <= seq) ++bad;
      seq = line.seq;
      changed ||= first !== undefined && JSON.stringify(first) !== JSON.stringify(line.projects);
      first ??= line.projects;
    }
    if ((ping && changed) || Date.now() > over) break;
  }
  return `${first?.length} projects, ${ping ? 'a ping' : 'no ping'}, ` +
    `${changed ? 'another list' : 'no other list'}, ${bad} bad lines`;
}

const clients = {
  async fetch() {
    const {default: ndjson} = await load('ndjson', 'ndjson');
    const refused = await fetch(stream, request({}));
    console.log(`fetch locked: ${refused.status}`);
    const answer = await fetch(stream, request(devrigEndpoint.headers));
    const lines = Readable.fromWeb(answer.body).pipe(ndjson.parse());
    console.log(`fetch follows: ${await followed(lines, (line) => line)}`);
  },
  async undici() {
    const {request: ask} = await load('undici', 'undici');
    const {default: split2} = await load('split2', 'split2');
    const refused = await ask(stream, request({}));
    console.log(`undici locked: ${refused.statusCode}`);
    const answer = await ask(stream, request(devrigEndpoint.headers));
    console.log(`undici follows: ${await followed(answer.body.pipe(split2()), JSON.parse)}`);
  },
  async mcp() {
    const sdk = (path) => load('mcp', `@modelcontextprotocol/sdk/client/${path}.js`);
    const {Client} = await sdk('index');
    const {StreamableHTTPClientTransport} = await sdk('streamableHttp');
    const {SSEClientTransport} = await sdk('sse');
    const sse = intellijMcpServer.sseUrl;
    const ways = {
      'mcpUrl, streamable': new StreamableHTTPClientTransport(new URL(mcpSteroidServer.mcpUrl), {requestInit: {headers: mcpSteroidServer.headers}}),
      'own server, streamable': new StreamableHTTPClientTransport(new URL(sse.replace(/\/sse$/, '/stream'))),
      'own server, sse': new SSEClientTransport(new URL(sse)),
    };
    for (const [way, transport] of Object.entries(ways)) {
      const it = new Client({name: 'live', version: '1'});
      try {
        await it.connect(transport);
        const {tools} = await it.listTools();
        await it.ping();
        console.log(`mcp ${way}: ${it.getServerVersion().name}, ${tools.length} tools, alive`);
        await it.close();
      } catch (error) {
        console.log(`mcp ${way}: ${error.message}`);
      }
    }
  },
};
await clients[client]();
process.exit(0);
