// Each check of `orrery conform` as a test of its own, which fails with its story: docs/VECTORS.md.
import { spawnSync } from "node:child_process";
const { test } = await import(process.env.VITEST ? "vitest" : "node:test");

const { ORRERY = "orrery", CONFORM = "modality --subject 'exec:node modality.js'" } = process.env;
const gate = spawnSync(`${ORRERY} conform ${CONFORM} --results -`, { shell: true, encoding: "utf8", maxBuffer: 2 ** 30 });
if (![0, 1, 6].includes(gate.status)) throw new Error(`nothing was judged: ${gate.stderr}`);
for (const row of gate.stdout.trim().split("\n").map((line) => JSON.parse(line)))
  if ("check" in row)
    test(`${row.check} (${row.rule})`, (context) => {
      const why = `${row.outcome} ${row.message}`;
      if (/^(fail|error)$/.test(row.outcome) || (row.outcome === "not_exercised" && row.level === "must")) throw new Error(why);
      if (row.outcome !== "pass") context.skip(why.split("\n")[0]);
    });
