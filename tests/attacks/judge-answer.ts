import type { Answer } from "./probe.ts";

const inside: [what: string, trace: RegExp][] = [
  ["a password hash", /\$2[abxy]\$\d\d\$/],
  ["a stack trace", /\n\s+at [^\n]+:\d+:\d+|node_modules|node:internal|file:\/\//],
  ["SQL", /\b(?:select\b[\s\S]{1,200}\bfrom|insert into|delete from|update\b[^\n]{1,80}\bset)\b/i],
  ["an address of the database", /postgres(?:ql)?:\/\/|127\.0\.0\.1:5\d{4}/],
  ["a path of the machine", /\/(?:home|root|tmp|work|usr)\/[\w-]+\//],
];

/**
 * Returns the leaks in an answer: texts that exist only in rows outside `mayRead`, and internals of the server. The
 * list is empty for a good answer.
 */
export function judgeAnswer(
  { status, headers, body }: Answer,
  marks: ReadonlyMap<string, string>,
  mayRead: ReadonlySet<string>,
): string[] {
  const whole = `${JSON.stringify(headers)}\n${body}`;
  const leaks = [...marks]
    .filter(([place, mark]) => !mayRead.has(place) && whole.includes(mark))
    .map(([place]) => `a row of ${place}`);
  const workings = inside.filter(([, trace]) => trace.test(body)).map(([what]) => what);
  return [...(status >= 500 ? [`status ${status}`] : []), ...leaks, ...workings];
}
