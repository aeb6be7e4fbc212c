import { stegaClean } from "@sanity/client/stega";
import { defineQuery } from "groq";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { sameLegalText } from "#contracts/legal-text.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { paths } from "../../config/paths.ts";
import type { PageReader } from "../../content/source/page-reader.ts";
import {
  legalVersionProjection,
  privacyProjection,
  termsProjection,
} from "../../content/queries/projections.ts";
import type {
  LegalVersionQueryResult,
  PrivacyQueryResult,
  TermsQueryResult,
} from "../../content/sanity.types.ts";
import { type ClauseChange, compareTexts } from "./compare-texts.ts";

export const termsQuery = /* @__PURE__ */ defineQuery(
  `*[_type == "termsPage" && _id == "termsPage"][0] ${termsProjection}`,
);

export const privacyQuery = /* @__PURE__ */ defineQuery(
  `*[_type == "privacyPolicy" && _id == "privacyPolicy"][0] ${privacyProjection}`,
);

/** Content of one version of the terms or of the privacy policy, found by its path. */
export const legalVersionQuery = /* @__PURE__ */ defineQuery(
  `*[_type == "legalVersion" && path == $path][0] ${legalVersionProjection}`,
);

type Read = PageReader["read"];
type Version = NonNullable<LegalVersionQueryResult>;
type LegalDocument = NonNullable<TermsQueryResult> | NonNullable<PrivacyQueryResult>;

type Text = Pick<Version | LegalDocument, "title" | "intro" | "issuer" | "clauses">;

interface VersionLine {
  version: string;
  /** Day from which the version is in force, as YYYY-MM-DD in Brasília. */
  since: string;
  path: string;
  isShown: boolean;
}

/** Content of a legal page: the text in force, or one of its versions. */
export interface LegalContent {
  /** Path of the text in force, the only path that search engines list. */
  path: string;
  text: Text;
  labels: Pick<LegalDocument, "versionLabel" | "inForceLabel" | "history"> & {
    limitsRightsNote: string;
  };
  /** All versions, newest first; empty while no version exists. */
  versions: VersionLine[];
  shown: VersionLine | null;
  /**
   * Changes between the shown version and the newest one. For the newest version, changes since the version before it.
   */
  changes: { title: string; clauses: ClauseChange[] } | null;
  seo: LegalDocument["seo"];
}

export const loadTerms = async (read: Read) => inForce(await read(termsQuery), paths.terms);

export const loadPrivacy = async (read: Read) => inForce(await read(privacyQuery), paths.privacy);

/** Loads the page for the version at a path, including the changes to show. */
export async function loadVersion(read: Read, path: string): Promise<LegalContent> {
  const version = await read(legalVersionQuery, { path });
  const isTerms = version.subject === "termsPage";
  const document = await read(isTerms ? termsQuery : privacyQuery);
  const versions = linesOf(document, version.version);
  const older = versions[versions.findIndex(({ isShown }) => isShown) + 1];
  const isNewest = versions[0]?.isShown === true;
  const other = isNewest
    ? older && (await read(legalVersionQuery, { path: older.path }))
    : document.newest;
  return {
    ...frameOf(document, isTerms ? paths.terms : paths.privacy),
    text: version,
    versions,
    shown: versions.find(({ isShown }) => isShown) ?? null,
    changes: other
      ? isNewest
        ? changesOf(other, version, document)
        : changesOf(version, other, document)
      : null,
  };
}

/**
 * Returns the text in force, which is the newest version. If an editor published a change without a new version, the
 * change is not shown.
 */
function inForce(document: LegalDocument, path: string): LegalContent {
  const { newest, isDraft } = document;
  const isKept = newest && sameLegalText(stegaClean(document), stegaClean(newest));
  const versions = linesOf(document, newest?.version);
  return {
    ...frameOf(document, path),
    text: isKept || isDraft || !newest ? textOf(document) : textOf(newest),
    versions,
    shown: versions[0] ?? null,
    changes: null,
  };
}

function frameOf(document: LegalDocument, path: string) {
  const { versionLabel, inForceLabel, history, seo } = document;
  const limitsRightsNote = "limitsRightsNote" in document ? document.limitsRightsNote : "";
  return { path, seo, labels: { versionLabel, inForceLabel, history, limitsRightsNote } };
}

function textOf({ title, intro, issuer, clauses }: Text): Text {
  return { title, intro, issuer, clauses };
}

function linesOf({ versions }: LegalDocument, shown: string | undefined): VersionLine[] {
  return versions.map(({ version, path, inForceSince }) => ({
    version,
    path,
    since: inForceSince.includes("T") ? todayInBrasilia(new Date(inForceSince)) : inForceSince,
    isShown: version === shown,
  }));
}

function changesOf(before: Version, after: Version, { history }: LegalDocument) {
  const names = { before: before.version, after: after.version };
  return {
    title: fillVariables(history.changesTitle, names),
    clauses: compareTexts(before, after, sameLegalText),
  };
}
