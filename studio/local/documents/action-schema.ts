import { z } from "zod";
import { patchOperationsSchema } from "./patches.ts";
import { documentStubSchema } from "./pending-transaction.ts";

const id = z.string().min(1);
const purge = z.literal(false).optional();

/** The document actions that this server carries out, as @sanity/client sends them. */
export const actionSchema = z.discriminatedUnion("actionType", [
  z.object({
    actionType: z.literal("sanity.action.document.create"),
    publishedId: id,
    attributes: documentStubSchema,
    ifExists: z.enum(["fail", "ignore"]).default("fail"),
  }),
  z.object({
    actionType: z.literal("sanity.action.document.edit"),
    draftId: id,
    publishedId: id,
    patch: patchOperationsSchema,
  }),
  z.object({
    actionType: z.literal("sanity.action.document.publish"),
    draftId: id,
    publishedId: id,
    ifDraftRevisionId: id.optional(),
    ifPublishedRevisionId: id.optional(),
  }),
  z.object({
    actionType: z.literal("sanity.action.document.unpublish"),
    draftId: id,
    publishedId: id,
  }),
  z.object({
    actionType: z.literal("sanity.action.document.delete"),
    publishedId: id,
    includeDrafts: z.array(id).default([]),
    purge,
  }),
  z.object({ actionType: z.literal("sanity.action.document.discard"), draftId: id, purge }),
  z.object({
    actionType: z.literal("sanity.action.document.version.create"),
    publishedId: id,
    document: documentStubSchema.optional(),
    versionId: id.optional(),
    baseId: id.optional(),
    ifBaseRevisionId: id.optional(),
  }),
  z.object({
    actionType: z.literal("sanity.action.document.version.replace"),
    document: documentStubSchema.extend({ _id: id }),
  }),
  z.object({
    actionType: z.literal("sanity.action.document.version.unpublish"),
    versionId: id,
    publishedId: id,
  }),
  z.object({
    actionType: z.literal("sanity.action.document.version.discard"),
    versionId: id,
    purge,
  }),
  z.object({
    actionType: z.literal("sanity.action.document.replaceDraft"),
    publishedId: id,
    attributes: documentStubSchema,
  }),
]);

export type Action = z.infer<typeof actionSchema>;

/** An action of one kind: `ActionOf<"publish">`. */
export type ActionOf<Kind extends string> = Extract<
  Action,
  { actionType: `sanity.action.document.${Kind}` }
>;

export const imitatedActions = actionSchema.options.map((option) => option.shape.actionType.value);
