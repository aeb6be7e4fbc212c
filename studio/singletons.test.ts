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
/** Document types that editors cannot create. Publishing a legal text creates documents of these types. */
const generatedTypes = ["legalVersion"];

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

describe("singletons", () => {
  test("have unique ids", () => {
    expect(new Set(singletons.map(({ id }) => id)).size).toBe(singletons.length);
  });

  test.each(singletons)(
    "include $id, with a document type, a title and an icon",
    ({ type, title, icon }) => {
      expect(studio.schema.get(type)).toMatchObject({ jsonType: "object", title, icon });
    },
  );

  test("make up the whole schema, together with editable and generated types", () => {
    const types = studio.schema
      .getTypeNames()
      .filter((name) => studio.schema.get(name)?.type?.name === "document")
      .filter((name) => !name.startsWith("sanity."));
    expect(types.toSorted()).toEqual(
      [...singletons.map(({ type }) => type), ...documentTypes, ...generatedTypes].toSorted(),
    );
  });
});

describe("singleton actions", () => {
  test.each(singletons)("do not create, duplicate, delete or unpublish $id", ({ type }) => {
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

describe("release actions", () => {
  test.each(singletons)("remove $id from the release but cannot unpublish it", ({ type }) => {
    expect(actionsOf(type, "version")).toContain("discardVersion");
    expect(actionsOf(type, "version")).not.toContain("unpublishVersion");
  });

  test("take a product offline, and publish or cancel its scheduled draft", () => {
    expect(actionsOf("product", "version")).toContain("unpublishVersion");
    expect(actionsOf("product", "scheduled-draft")).toEqual([
      "schedule",
      "publish",
      "schedule",
      "discardVersion",
    ]);
  });
});

describe("document actions", () => {
  test.each(documentTypes)("create, duplicate and delete a document of type %s", (type) => {
    expect(isSingleton(type)).toBe(false);
    expect(actionsOf(type)).toEqual(expect.arrayContaining(["publish", "duplicate", "delete"]));
    expect(creatableTypes()).toContain(type);
  });
});

test("a legal version has no actions and no menu entry, and is read-only", () => {
  expect(actionsOf("legalVersion")).toEqual([]);
  expect(studio.templates.map(({ schemaType }) => schemaType)).not.toContain("legalVersion");
  expect(creatableTypes()).not.toContain("legalVersion");
  expect(studio.schema.get("legalVersion")).toMatchObject({ readOnly: true });
});

test("the tokens of texts are the fields of the business rules", () => {
  const rules = studio.schema.get("businessRules");
  const fields = rules && "fields" in rules ? rules.fields : [];
  // Fields that no text refers to: an optional range, a switch, and numbers that only staff use.
  const withoutToken = ["feeEstimate", "letterNeedsFee", "feePercent", "feeMinimum"];
  const names = fields.map(({ name }) => name).filter((name) => !withoutToken.includes(name));
  expect(names.toSorted()).toEqual(businessTokens.toSorted());
});

test("an empty required field shows a Portuguese message", async () => {
  const markers = await validateDocument({
    document: { _id: "x", _type: "faqItem", _createdAt: "", _updatedAt: "", _rev: "" },
    workspace: studio,
  });
  expect(markers.map(({ message }) => message)).toEqual(["Obrigatório", "Obrigatório"]);
});
