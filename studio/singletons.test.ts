import { createClient } from "@sanity/client";
import { createWorkspaceFromConfig, validateDocument } from "sanity";
import type { Workspace } from "sanity";
import { beforeAll, describe, expect, test } from "vitest";
import { contentApiVersion } from "../content-api-version.ts";
import { businessTokens } from "./business-tokens.ts";
import { legalSources } from "./legal/legal-documents.ts";
import config from "./sanity.config.ts";
import { isSingleton, singletons } from "./singletons.ts";

const documentTypes = ["faqItem", "page", "partner", "product", "redirect"];
/** By publishing. */
const madeElsewhere = ["legalVersion"];

let studio: Workspace;

beforeAll(async () => {
  const client = createClient({
    projectId: "test",
    dataset: "test",
    useCdn: false,
    apiVersion: contentApiVersion,
  });
  studio = await createWorkspaceFromConfig({
    ...config,
    getClient: () => client,
    currentUser: { id: "editor", name: "Editor", email: "", role: "administrator", roles: [] },
  });
});

function actionsOf(
  schemaType: string,
  versionType: "draft" | "version" | "scheduled-draft" = "draft",
): string[] {
  const actions = studio.document.actions({
    schemaType,
    documentId: schemaType,
    versionType,
    releaseId: versionType === "draft" ? undefined : "r1",
  });
  return actions.map(({ action }) => action ?? "");
}

function creatableTypes(): string[] {
  return studio.document
    .resolveNewDocumentOptions({ type: "global" })
    .map(({ templateId }) => templateId);
}

describe("the registry of singletons", () => {
  test("names each id once", () => {
    expect(new Set(singletons.map(({ id }) => id)).size).toBe(singletons.length);
  });

  test.each(singletons)("$id has a document type with title and icon", ({ type, title, icon }) => {
    expect(studio.schema.get(type)).toMatchObject({ jsonType: "object", title, icon });
  });

  test("with the types that editors create, and what is made elsewhere, is the whole schema", () => {
    const types = studio.schema
      .getTypeNames()
      .filter((name) => studio.schema.get(name)?.type?.name === "document")
      .filter((name) => !name.startsWith("sanity."));
    expect(types.toSorted()).toEqual(
      [...singletons.map(({ type }) => type), ...documentTypes, ...madeElsewhere].toSorted(),
    );
  });
});

describe("a singleton", () => {
  test.each(singletons)("$id cannot be created, duplicated, deleted or unpublished", ({ type }) => {
    const schedule = legalSources.includes(type) ? [] : ["schedule"];
    expect(actionsOf(type).toSorted()).toEqual([
      "discardChanges",
      "publish",
      "restore",
      ...schedule,
    ]);
    expect(studio.templates.map(({ schemaType }) => schemaType)).not.toContain(type);
    expect(creatableTypes()).not.toContain(type);
  });
});

describe("a release", () => {
  test.each(singletons)("may have $id taken out, not unpublished", ({ type }) => {
    expect(actionsOf(type, "version")).toContain("discardVersion");
    expect(actionsOf(type, "version")).not.toContain("unpublishVersion");
  });

  test("may take a product offline, and its scheduled draft is published or taken back", () => {
    expect(actionsOf("product", "version")).toContain("unpublishVersion");
    expect(actionsOf("product", "scheduled-draft")).toEqual([
      "schedule",
      "publish",
      "schedule",
      "discardVersion",
    ]);
  });
});

describe("a document of which there are many", () => {
  test.each(documentTypes)("%s can be created, duplicated and deleted", (type) => {
    expect(isSingleton(type)).toBe(false);
    expect(actionsOf(type)).toEqual(expect.arrayContaining(["publish", "duplicate", "delete"]));
    expect(creatableTypes()).toContain(type);
  });
});

test("a version of a legal text has no actions, is in no menu, and cannot be changed", () => {
  expect(actionsOf("legalVersion")).toEqual([]);
  expect(studio.templates.map(({ schemaType }) => schemaType)).not.toContain("legalVersion");
  expect(creatableTypes()).not.toContain("legalVersion");
  expect(studio.schema.get("legalVersion")).toMatchObject({ readOnly: true });
});

// All but the range of the fee, which editors may leave empty: a text could not say it then; and above which
// amount two of staff decide, which is nobody else's.
test("the tokens of the copy are the fields of the business rules", () => {
  const rules = studio.schema.get("businessRules");
  const fields = rules && "fields" in rules ? rules.fields : [];
  const notSaid = ["feeEstimate", "claimFourEyesAmount"];
  const names = fields.map(({ name }) => name).filter((name) => !notSaid.includes(name));
  expect(names.toSorted()).toEqual(businessTokens.toSorted());
});

test("a field that is required says so in Portuguese", async () => {
  const markers = await validateDocument({
    document: { _id: "x", _type: "faqItem", _createdAt: "", _updatedAt: "", _rev: "" },
    workspace: studio,
  });
  expect(markers.map(({ message }) => message)).toEqual(["Obrigatório", "Obrigatório"]);
});
