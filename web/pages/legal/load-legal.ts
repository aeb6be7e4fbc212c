import { stegaClean } from "@sanity/client/stega";
import { defineQuery } from "groq";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { sameLegalText } from "../../../supabase/functions/_shared/contracts/legal-text.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
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

/** A version of the terms or of the privacy policy, by its address. */
export const legalVersionQuery = /* @__PURE__ */ defineQuery(
  `*[_type == "legalVersion" && path == $path][0] ${legalVersionProjection}`,
);

type Read = PageReader["read"];
type Version = NonNullable<LegalVersionQueryResult>;
type LegalDocument = NonNullable<TermsQueryResult> | NonNullable<PrivacyQueryResult>;

type Text = Pick<Version | LegalDocument, "title" | "intro" | "issuer" | "clauses">;

/** Which version it is, since when, and where it can be read. */
interface VersionLine {
  version: string;
  /** The day in Brasília, as YYYY-MM-DD. */
  since: string;
  path: string;
  isShown: boolean;
}

/** What a page with a legal text shows: the text in force, or one of its versions. */
export interface LegalContent {
  /** The address of the text in force, which search engines are to know alone. */
  path: string;
  text: Text;
  labels: Pick<LegalDocument, "versionLabel" | "inForceLabel" | "history"> & {
    limitsRightsNote: string;
  };
  /** Newest first; none while the history has not begun. */
  versions: VersionLine[];
  shown: VersionLine | null;
  /** From the version before to this one, or from an older one to that in force. */
  changes: { title: string; clauses: ClauseChange[] } | null;
  seo: LegalDocument["seo"];
}

/** The terms in force. */
export const loadTerms = async (read: Read) => inForce(await read(termsQuery), paths.terms);

/** The privacy policy in force. */
export const loadPrivacy = async (read: Read) => inForce(await read(privacyQuery), paths.privacy);

/** A version at its own address, with what changed. */
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
 * The document as it is published, as long as it says what its newest version says: what has no
 * version, because it came past the studio, is not shown to anybody but its editors.
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
