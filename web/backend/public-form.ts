import type { FieldValues, Path } from "react-hook-form";
import type * as z from "zod/mini";
import type { CallFailure } from "./call-failure.ts";

/** A form that any visitor may send, as the page and the server's process know it. */
export interface PublicForm<Input extends FieldValues, Output extends FieldValues> {
  /** Of the function that takes it. */
  functionName: string;
  schema: z.ZodMiniType<Output, Input>;
  /** Every field in the order of the page; control ids equal names. */
  names: readonly Path<Input>[];
  /** Those of them that are boxes to tick. */
  boxes: readonly Path<Input>[];
  /** Those that the tab may remember until they arrived. */
  draftNames: readonly Path<Input>[];
  succeeded: { title: string; description: string };
  failed: { title: string; describe: (failure: CallFailure) => string };
}
