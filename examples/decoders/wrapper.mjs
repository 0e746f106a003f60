// What to put around a decoder: orrery fuzz lines --profile json -- node wrapper.mjs
import { createInterface } from "node:readline";

function answer(key, value) {
  let text;
  try { text = JSON.stringify({ [key]: value }); }
  catch (fault) { text = JSON.stringify({ unprintable: String(fault) }); } // The wrapper's.
  process.stdout.write(text + "\n");
}
for await (const line of createInterface({ input: process.stdin })) {
  if (!/[^ \t\r\n]/.test(line)) continue;
  let value;
  try { value = JSON.parse(line); } catch (fault) { answer("reject", String(fault)); continue; }
  answer("accept", value);
}
