import type { Catalogue } from "./read-catalogue.ts";

/** Difference in one object between two databases. Without `before`, the object is new; without `after`, removed. */
export interface Difference {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** Returns the changes that turn `present` into `wanted`, in an order in which the changes can be applied. */
export function compareCatalogues(present: Catalogue, wanted: Catalogue): Difference[] {
  const names = new Set([...wanted.keys(), ...present.keys()]);
  return [...names]
    .map((name) => ({ name, before: present.get(name), after: wanted.get(name) }))
    .filter(({ before, after }) => before !== after);
}

/** Objects that can be dropped and created anew without losing data. */
const replaced = {
  constraint: /^alter table (\S+) add constraint (\S+)/,
  index: /^create (?:unique )?index (\S+) on (\S+)\./i,
  policy: /^create policy (.+) on (\S+) as /,
  trigger: /^create (?:constraint )?trigger (\S+) .*? on (\S+) /is,
  comment: /^comment on ([^]+?) is /,
  grant: /^grant ([^]+) to (\S+?)(?: with grant option)?;$/,
};

function takeAway(kind: string, statement: string): string | undefined {
  const part = (pattern: RegExp) => pattern.exec(statement)?.slice(1) ?? [];
  switch (kind) {
    case "constraint": {
      const [table, name] = part(replaced.constraint);
      return `alter table ${table} drop constraint ${name};`;
    }
    case "index": {
      const [name, schema] = part(replaced.index);
      return `drop index ${schema}.${name};`;
    }
    case "policy":
    case "trigger": {
      const [name, table] = part(replaced[kind]);
      return `drop ${kind} ${name} on ${table};`;
    }
    case "comment":
      return `comment on ${part(replaced.comment)[0]} is null;`;
    case "grant": {
      const [what, whom] = part(replaced.grant);
      return `revoke ${what} from ${whom};`;
    }
    default:
      return undefined;
  }
}

const kindOf = (name: string) =>
  ["order of columns", "row-level security", "default privilege"].find((kind) =>
    name.startsWith(kind),
  ) ?? name.slice(0, name.indexOf(" "));

const commented = (text: string) => text.replaceAll(/^/gm, "-- ");

/** Tells whether the change of a parent object causes this difference. Assumes that postgres owns everything. */
const isImplied = ({ name, before, after }: Difference) =>
  (before === undefined && /^(?:sequence|owner|order of columns) /.test(name)) ||
  (after === undefined && /^(?:owner|order of columns|row-level security) /.test(name)) ||
  /^grant .* to postgres$/.test(name) ||
  (before === undefined && after?.endsWith(" disable row level security;") === true) ||
  // A changed order needs no statement if columns were only added at the end.
  (name.startsWith("order of columns ") && after?.startsWith(before?.slice(0, -1) ?? "") === true);

/** Finds objects that disappear together with a dropped table, function or column. */
function findDependents(differences: Difference[]) {
  const gone = differences.flatMap(({ name, before, after }) => {
    if (before === undefined || after !== undefined) return [];
    const [, kind, thing = ""] = /^(table|function|column) ([^(]+)/.exec(name) ?? [];
    if (kind === undefined) return [];
    const [, table = "", column = ""] = /^(.+)\.([^.]+)$/.exec(thing) ?? [];
    return [
      { name, marks: kind === "column" ? [thing, `(${column}) on table ${table}`] : [thing] },
    ];
  });
  const names = (text: string, mark: string) =>
    text.split(mark).some((rest, place) => place > 0 && !/^\w/.test(rest));
  return ({ name, before = "", after }: Difference) =>
    after === undefined &&
    gone.some((one) => one.name !== name && one.marks.some((mark) => names(before, mark)));
}

/** Returns the head of a function's definition (name, parameters, result). CREATE OR REPLACE cannot change the head. */
const headOf = (statement: string) => /^[^]*?(?=\n LANGUAGE)/.exec(statement)?.[0];

/** Drafts a migration. Changes that may lose data, or that need a person's decision, become comments. */
export function draftMigration(differences: Difference[]): string {
  const newTables = new Map(
    differences
      .filter(({ name, before }) => name.startsWith("table ") && before === undefined)
      .map(({ name }) => [name.slice("table ".length), new Array<string>()]),
  );
  const rest: Difference[] = [];
  const isDependent = findDependents(differences);
  for (const difference of differences) {
    if (isImplied(difference) || isDependent(difference)) continue;
    const [, table = "", column = ""] =
      /^alter table (\S+) add column ([^]+);$/.exec(difference.after ?? "") ?? [];
    const columns = newTables.get(table);
    if (columns && difference.before === undefined) columns.push(column);
    else rest.push(difference);
  }
  const statements = rest.flatMap(({ name, before, after }) => {
    const kind = kindOf(name);
    const columns = newTables.get(name.slice("table ".length));
    if (kind === "table" && columns && after) {
      return [`${after.slice(0, -1)} (\n  ${columns.join(",\n  ")}\n);`];
    }
    if (before === undefined) return [after ?? ""];
    if (after !== undefined && kind === "function") {
      return headOf(before) === headOf(after)
        ? [after]
        : [
            `-- Its parameters or its result change: drop it first, and make rights and comment anew.\n${after}`,
          ];
    }
    if (after !== undefined && (kind === "comment" || kind === "row-level security"))
      return [after];
    const away = takeAway(kind, before);
    if (away !== undefined) return [away, ...(after === undefined ? [] : [after])];
    return [
      after === undefined
        ? `-- Gone (${name}). The former release may still ask for it; it was:\n${commented(before)}`
        : `-- By hand (${name}):\n${commented(before)}\n-- becomes\n${commented(after)}`,
    ];
  });
  const hasFunctions = statements.some((statement) => /^create or replace/i.test(statement));
  return [
    // This setting allows a function to call another that is created further down.
    ...(hasFunctions ? ["set check_function_bodies = off;"] : []),
    ...statements,
    ...(hasFunctions ? ["reset check_function_bodies;"] : []),
  ].join("\n\n");
}
