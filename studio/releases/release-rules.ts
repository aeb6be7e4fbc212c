import { getPublishedId, isVersionId } from "@sanity/client/csm";
import type { Rule, SchemaTypeDefinition, ValidationContext } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { legalSources } from "../legal/legal-documents.ts";
import { pathOf } from "../links/publishing-actions.ts";
import { wrapAction } from "../wrap-action.ts";

interface KnownPaths {
  published: unknown;
  /** Whether a redirect leads away from the path of this version of the document. */
  isRedirected: boolean;
}

/** Function that finds the published document, and any redirect that begins at the path of a version. */
export type FindKnownPaths = (publishedId: string, path: string) => Promise<KnownPaths>;

/** Types that cannot be part of a Sanity release, because releases do not store legal versions. */
const withoutVersions: readonly string[] = [...legalSources, "legalVersion"];

/** Returns whether documents of this type can be published only by our publish action, not in a Sanity release. */
export function staysOutOfReleases(type: string): boolean {
  return withoutVersions.includes(type);
}

/**
 * Refuses a version in a Sanity release when its publishing must store a legal version, or create or delete a redirect.
 * Only the publish action does this.
 */
export async function checkVersion(
  document: { _id: string; _type: string } | undefined,
  findKnownPaths: FindKnownPaths,
): Promise<true | string> {
  if (!document || !isVersionId(document._id)) return true;
  if (staysOutOfReleases(document._type)) return legalReason;
  const path = hasPath(document._type) ? pathOf(document) : undefined;
  if (path === undefined) return true;
  const { published, isRedirected } = await findKnownPaths(getPublishedId(document._id), path);
  const former = pathOf(published);
  if (former !== undefined && former !== path) return newPathReason(former);
  return isRedirected ? redirectReason(path) : true;
}

const legalReason =
  "Não pode entrar em um lançamento: os textos legais mudam com este documento, e só o botão Publicar guarda a versão que passa a valer. Descarte esta versão e edite o rascunho.";

function newPathReason(former: string): string {
  return `Mude o endereço fora do lançamento: só o botão Publicar mantém o antigo (${former}) como redirecionamento. Aqui, deixe ${former}.`;
}

function redirectReason(path: string): string {
  return `Um redirecionamento já começa em ${path}: apague-o antes, ou publique esta página fora do lançamento.`;
}

const knownPathsQuery = `{
  "published": *[_id == $id][0]{ slug, path },
  "isRedirected": count(*[_type == "redirect" && from == $path && !(_id in path("versions.**"))]) > 0
}`;

function findKnownPathsWith({ getClient }: ValidationContext): FindKnownPaths {
  const client = getClient({ apiVersion: contentApiVersion }).withConfig({ perspective: "raw" });
  return (id, path) => client.fetch<KnownPaths>(knownPathsQuery, { id, path });
}

export function withReleaseRules(type: SchemaTypeDefinition): SchemaTypeDefinition {
  if (!staysOutOfReleases(type.name) && !hasPath(type.name)) return type;
  if ("validation" in type) throw new Error(`The rules of ${type.name} itself would be lost`);
  return {
    ...type,
    validation: (rule: Rule) =>
      rule.custom((_value: unknown, context: ValidationContext) =>
        checkVersion(context.document, findKnownPathsWith(context)),
      ),
  };
}

const typesWithPath: readonly string[] = ["product", "page"];

/** Returns whether editors choose the path of documents of this type. */
export function hasPath(type: string): boolean {
  return typesWithPath.includes(type);
}

/** Studio action “Agendar publicação” for types with a path. A draft with a changed path disables the action. */
export const scheduleSamePath = wrapAction("ScheduleSamePath", (plain, { draft, published }) => {
  const former = pathOf(published);
  const changes = former !== undefined && draft && pathOf(draft) !== former;
  return plain && changes ? { ...plain, disabled: true, title: newPathReason(former) } : plain;
});
