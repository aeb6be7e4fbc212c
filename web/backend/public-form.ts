import type { FieldValues, Path } from "react-hook-form";
import { defineFields, type FieldTable } from "../ui/form/field-table.ts";
import type { CallFailure } from "./call-failure.ts";

/** What a form that any visitor may send calls, and says of the outcome. */
interface Delivery {
  /** Of the function that takes it. */
  functionName: string;
  succeeded: { title: string; description: string };
  failed: { title: string; describe: (failure: CallFailure) => string };
}

/** A form that any visitor may send, as the page and the server's process know it. */
export interface PublicForm<Input extends FieldValues, Output extends FieldValues>
  extends FieldTable<Input, Output>, Delivery {
  /** Those of its fields that are boxes to tick. */
  boxes: readonly Path<Input>[];
  /** Those that the tab may remember until they arrived. */
  draftNames: readonly Path<Input>[];
}

/** A public form of its table (`defineFields`) and of what becomes of it; ids of controls equal names. */
export function definePublicForm<Input extends FieldValues, Output extends FieldValues>(
  schema: Parameters<typeof defineFields<Input, Output>>[0],
  looks: FieldTable<Input, Output>["looks"],
  delivery: Delivery,
): PublicForm<Input, Output> {
  const table = defineFields(schema, looks);
  return {
    ...table,
    ...delivery,
    boxes: table.names.filter((name) => looks[name].control === "checkbox"),
    draftNames: table.names.filter((name) => !looks[name].isSecret),
  };
}
