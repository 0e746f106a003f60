// Decoders of lines from npm, each as its own page says it is used: decoders.mjs NAME FOLDER.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

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

const decoders = {
  readline: () => createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", read),
  byline: () => load("byline")(process.stdin, { encoding: "utf8" }).on("data", read),
  "split2 lines": () => process.stdin.pipe(load("split2")()).on("data", read),
  split2: () => values(process.stdin.pipe(load("split2")(JSON.parse))),
  ndjson: () => values(process.stdin.pipe(load("ndjson").parse())),
  "ndjson lax": () => values(process.stdin.pipe(load("ndjson").parse({ strict: false }))),
  jsonlines: () => values(process.stdin.pipe(load("jsonlines").parse())),
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
