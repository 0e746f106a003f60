// Decoders of lines from npm, each as its own page says it is used: decoders.mjs NAME FOLDER.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { Readable } from "node:stream";

const [name, folder] = process.argv.slice(2);
const load = createRequire(folder + "/decoders/package.json");

function answer(key, value) {
  let text;
  try {
    text = JSON.stringify({ [key]: value });
  } catch (fault) {
    text = JSON.stringify({ unprintable: String(fault) });
  }
  process.stdout.write(text + "\n");
}
const accept = (value) => answer("accept", value);
const reject = (fault) => answer("reject", String(fault));
const read = (line) => {
  let value;
  try {
    value = JSON.parse(line);
  } catch (fault) {
    return reject(fault);
  }
  accept(value);
};
const values = (stream) => stream.on("data", accept).on("error", reject);
const each = async (stream) => {
  try {
    for await (const value of stream) accept(value);
  } catch (fault) {
    reject(fault);
  }
};

const decoders = {
  readline: () => createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", read),
  byline: () => load("byline")(process.stdin, { encoding: "utf8" }).on("data", read),
  "split2 lines": () => process.stdin.pipe(load("split2")()).on("data", read),
  split2: () => values(process.stdin.pipe(load("split2")(JSON.parse))),
  ndjson: () => values(process.stdin.pipe(load("ndjson").parse())),
  "ndjson lax": () => values(process.stdin.pipe(load("ndjson").parse({ strict: false }))),
  jsonlines: () => values(process.stdin.pipe(load("jsonlines").parse())),
  "binary-split": () => process.stdin.pipe(load("binary-split")("\n")).on("data", read),
  can: () => each(load("can-ndjson-stream")(Readable.toWeb(process.stdin))),
  acp: async () => {
    const sdk = folder + "/decoders/node_modules/@zed-industries/agent-client-protocol/dist/acp.js";
    const { ndJsonStream } = await import(sdk);
    await each(ndJsonStream(new WritableStream(), Readable.toWeb(process.stdin)).readable);
  },
  mcp: () => {
    const { ReadBuffer } = load("@modelcontextprotocol/sdk/shared/stdio.js");
    const buffer = new ReadBuffer();
    process.stdin.on("data", (chunk) => {
      buffer.append(chunk);
      for (;;) {
        try {
          const message = buffer.readMessage();
          if (message === null) return;
          accept(message);
        } catch (fault) {
          reject(fault);
        }
      }
    });
  },
};
decoders[name]();
