import type { Column, DatabaseFunction, Table } from "./read-schema.ts";

const scalarTypes: Record<string, string> = {
  boolean: "boolean",
  date: "string",
  integer: "number",
  bigint: "number",
  jsonb: "Json",
  numeric: "number",
  "text[]": "string[]",
  text: "string",
  "timestamp with time zone": "string",
  uuid: "string",
  void: "undefined",
};

/** The TypeScript of `Database`, in the shape that supabase-js takes. */
export function databaseTypesSource(schema: { tables: Table[]; functions: DatabaseFunction[] }) {
  return `// Generated from supabase/migrations; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
${schema.tables.map(tableType).join("")}    };
    Views: { [_ in never]: never };
    Functions: {
${schema.functions.map(functionType).join("")}    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
`;
}

function tableType({ name, columns, foreignKeys }: Table): string {
  const members = (write: (column: Column) => string) =>
    columns.map((column) => `          ${column.name}${write(column)};\n`).join("");
  const optional = (column: Column) => column.nullable || column.defaulted;
  return `      ${name}: {
        Row: {
${members((column) => `: ${columnType(column)}`)}        };
        Insert: {
${members((column) =>
  column.generated ? "?: never" : `${optional(column) ? "?" : ""}: ${columnType(column)}`,
)}        };
        Update: {
${members((column) => (column.generated ? "?: never" : `?: ${columnType(column)}`))}        };
        Relationships: [
${foreignKeys
  .map(
    (key) => `          {
            foreignKeyName: "${key.name}";
            columns: ${JSON.stringify(key.columns)};
            isOneToOne: ${key.unique};
            referencedRelation: "${key.table}";
            referencedColumns: ${JSON.stringify(key.referenced)};
          },
`,
  )
  .join("")}        ];
      };
`;
}

function functionType({ name, parameters, ...returned }: DatabaseFunction): string {
  const given = parameters.filter(({ mode }) => mode === "i");
  const args = given.map(
    (parameter) =>
      `${parameter.name}${parameter.optional ? "?" : ""}: ${scalar(parameter.type)}${parameter.optional ? " | null" : ""}`,
  );
  return `      ${name}: {
        Args: ${args.length > 0 ? `{ ${args.join("; ")} }` : "Record<PropertyKey, never>"};
        Returns: ${returnType(parameters, returned)};
${
  returned.returnsTable === null
    ? ""
    : `        SetofOptions: { from: "*"; to: "${returned.returnsTable}"; isOneToOne: false; isSetofReturn: ${returned.returnsSet} };
`
}      };
`;
}

function returnType(
  parameters: DatabaseFunction["parameters"],
  { returnsSet, returns, returnsTable }: Omit<DatabaseFunction, "name" | "parameters">,
): string {
  const many = returnsSet ? "[]" : "";
  if (returnsTable !== null) return `Database["public"]["Tables"]["${returnsTable}"]["Row"]${many}`;
  const columns = parameters.filter(({ mode }) => mode === "t");
  // The database does not promise that a column of a returned table is filled.
  if (columns.length > 0) {
    return `{ ${columns.map((column) => `${column.name}: ${scalar(column.type)} | null`).join("; ")} }${many}`;
  }
  const filled = returns === "void" || returns === "jsonb" || returns === "boolean";
  return `${scalar(returns)}${many}${filled ? "" : " | null"}`;
}

function columnType(column: Column): string {
  return `${scalar(column.type)}${column.nullable ? " | null" : ""}`;
}

function scalar(type: string): string {
  const known = scalarTypes[type];
  if (known === undefined) throw new Error(`No TypeScript type is known for ${type}`);
  return known;
}
