import { getPublishedId, isDraftId, isVersionId } from "@sanity/client/csm";
import { Button, Flex, Stack, Text } from "@sanity/ui";
import { useCallback, useState } from "react";
import {
  type DocumentActionDescription,
  type DocumentActionProps,
  useClient,
  useDocumentOperation,
} from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import { LoadFailed, Loading } from "../feedback/read-states.tsx";
import { useRead } from "../feedback/use-read.ts";
import { wrapAction } from "../wrap-action.ts";
import { DocumentLink } from "./document-link.tsx";

const documentsSchema = z.array(z.looseObject({ _id: z.string(), _type: z.string() }));
type Linking = z.infer<typeof documentsSchema>[number];

interface Deletion {
  /** Documents that link to the open document, each listed once. Deletion is possible only when the list is empty. */
  linking: readonly Linking[];
  /** Ids of the document's drafts and release versions, and of the published document if it exists. */
  versions: readonly string[];
}

/** Studio action “Excluir”. It lists linking documents, because a deletion fails while such documents exist. */
export const deleteUnlinked = wrapAction("DeleteUnlinked", useQuestion);

function useQuestion(
  plain: DocumentActionDescription | null,
  { id, type }: DocumentActionProps,
): DocumentActionDescription | null {
  const { delete: deletion } = useDocumentOperation(id, type);
  const [isAsking, setAsking] = useState(false);
  if (!plain) return null;
  return {
    ...plain,
    onHandle: () => setAsking(true),
    dialog: isAsking && {
      type: "dialog" as const,
      header: "Excluir",
      onClose: () => setAsking(false),
      content: (
        <Question
          id={id}
          onCancel={() => setAsking(false)}
          onDelete={(versions) => {
            setAsking(false);
            deletion.execute([...versions]);
          }}
        />
      ),
    },
  };
}

interface QuestionProps {
  id: string;
  onDelete: (versions: readonly string[]) => void;
  onCancel: () => void;
}

function Question({ id, onDelete, onCancel }: QuestionProps) {
  const client = useClient({ apiVersion: contentApiVersion });
  const found = useRead(
    useCallback(async () => {
      const answer = await client.fetch<unknown>(deletionQuery, { id }, { perspective: "raw" });
      return readDeletion(answer, id);
    }, [client, id]),
  );

  if (found === "loading") return <Loading text="Procurando o que leva a este documento…" />;
  const close = <Button mode="ghost" text="Fechar" onClick={onCancel} />;
  if (found === "failed") {
    return (
      <Stack gap={5}>
        <LoadFailed text="Não foi possível ler o conteúdo. Nada foi excluído; tente de novo." />
        <Flex justify="flex-end">{close}</Flex>
      </Stack>
    );
  }
  if (found.linking.length > 0) {
    return (
      <Stack gap={5}>
        <Text>
          Ainda não pode ser excluído: o que está abaixo leva a este documento. Em cada um, troque
          ou tire o link e publique; depois volte aqui.
        </Text>
        <Stack as="ul" gap={3} data-testid="linking-documents">
          {found.linking.map((document) => (
            <Text as="li" key={document._id}>
              <DocumentLink document={{ ...document, _id: getPublishedId(document._id) }} />
              {placeOf(document._id)}
            </Text>
          ))}
        </Stack>
        <Flex justify="flex-end">{close}</Flex>
      </Stack>
    );
  }
  return (
    <Stack gap={5}>
      <Text>
        Nada leva a este documento. Ao ser excluído ele sai do site na hora, com os rascunhos dele e
        o que dele há em lançamentos.
      </Text>
      <Flex gap={3} justify="flex-end">
        <Button mode="bleed" text="Cancelar" onClick={onCancel} />
        <Button tone="critical" text="Excluir" onClick={() => onDelete(found.versions)} />
      </Flex>
    </Stack>
  );
}

/** Returns a Portuguese note for a document that is a draft or belongs to a Sanity release, or else an empty text. */
function placeOf(id: string): string {
  if (isVersionId(id)) return " (em um lançamento)";
  return isDraftId(id) ? " (no rascunho)" : "";
}

const deletionQuery = `{
  "linking": *[references($id)] | order(_type, _id),
  "versions": *[_id == $id || _id == "drafts." + $id || _id in path("versions.**")]._id
}`;

const deletionSchema = z.object({ linking: documentsSchema, versions: z.array(z.string()) });

/**
 * Reads the answer to `deletionQuery`. Links in drafts and Sanity releases also prevent a deletion. Weak references,
 * which legal versions have, do not prevent a deletion. @throws when the answer does not fit the zod schema.
 */
export function readDeletion(answer: unknown, id: string): Deletion {
  const { linking, versions } = deletionSchema.parse(answer);
  const others = linking.filter(
    (document) => getPublishedId(document._id) !== id && holds(document, id),
  );
  // Published documents are sorted last, so that each one replaces its draft in the list.
  const publishedLast = others.toSorted((one, other) => rank(one._id) - rank(other._id));
  const eachOnce = new Map(
    publishedLast.map((document) => [getPublishedId(document._id), document]),
  );
  // Versions are filtered here, because the path pattern of a GROQ query cannot contain a parameter.
  const own = versions.filter((version) => getPublishedId(version) === id);
  return { linking: [...eachOnce.values()], versions: own };
}

const rank = (id: string): number => (isVersionId(id) ? 0 : isDraftId(id) ? 1 : 2);

const strongReferenceSchema = z.object({
  _ref: z.string(),
  _weak: z.literal(false).optional(),
});

function holds(value: unknown, id: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (strongReferenceSchema.safeParse(value).data?._ref === id) return true;
  return Object.values(value).some((child) => holds(child, id));
}
