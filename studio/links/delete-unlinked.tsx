import { getPublishedId, isDraftId, isVersionId } from "@sanity/client/csm";
import { Button, Card, Flex, Spinner, Stack, Text } from "@sanity/ui";
import { useEffect, useState } from "react";
import {
  type DocumentActionDescription,
  type DocumentActionProps,
  useClient,
  useDocumentOperation,
} from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import { wrapAction } from "../wrap-action.ts";
import { DocumentLink } from "./document-link.tsx";

const documentsSchema = z.array(z.looseObject({ _id: z.string(), _type: z.string() }));
type Linking = z.infer<typeof documentsSchema>[number];

/** What would have to change before a document can go, and all that goes with it. */
interface Deletion {
  /** The documents that lead to it, each once; none may be left. */
  linking: readonly Linking[];
  /** Ids of its drafts and versions, and its own when it is published. */
  versions: readonly string[];
}

/**
 * The action “Excluir”: it says what leads to the document instead of offering what the content API
 * would refuse. The Studio's own question offers it, and counts the document as leading to itself.
 */
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
  const [found, setFound] = useState<Deletion | "loading" | "failed">("loading");
  useEffect(() => {
    let isCurrent = true;
    const show = (deletion: Deletion | "failed") => isCurrent && setFound(deletion);
    client
      .fetch<unknown>(deletionQuery, { id }, { perspective: "raw" })
      .then((answer) => readDeletion(answer, id))
      .then(show)
      .catch(() => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [client, id]);

  if (found === "loading") {
    return (
      <Flex as="output" align="center" gap={3}>
        <Spinner />
        <Text>Procurando o que leva a este documento…</Text>
      </Flex>
    );
  }
  const close = <Button mode="ghost" text="Fechar" onClick={onCancel} />;
  if (found === "failed") {
    return (
      <Stack gap={5}>
        <Card tone="critical" padding={4} radius={2} border role="alert">
          <Text>Não foi possível ler o conteúdo. Nada foi excluído; tente de novo.</Text>
        </Card>
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

/** Says of a link that visitors do not meet yet where it is. */
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
 * What stands in the way of deleting a document, in drafts and releases too, and what goes with it,
 * from the answer to the query. Weak references, such as those of the versions of legal texts, keep
 * nothing. @throws when it is no answer.
 */
export function readDeletion(answer: unknown, id: string): Deletion {
  const { linking, versions } = deletionSchema.parse(answer);
  const others = linking.filter(
    (document) => getPublishedId(document._id) !== id && holds(document, id),
  );
  // Published ones last, so that they are what is told of a document that has a draft besides.
  const publishedLast = others.toSorted((one, other) => rank(one._id) - rank(other._id));
  const eachOnce = new Map(
    publishedLast.map((document) => [getPublishedId(document._id), document]),
  );
  // Not by a pattern made of the id, which GROQ takes as a constant alone.
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
