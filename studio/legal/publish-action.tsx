import { Button, Flex, Heading, Stack, Text } from "@sanity/ui";
import { useState } from "react";
import {
  type DocumentActionDescription,
  type DocumentActionProps,
  type DocumentActionsResolver,
  useClient,
  useSyncState,
} from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { wrapAction } from "../wrap-action.ts";
import { type LegalVersion, legalDocuments, legalSources } from "./legal-documents.ts";
import { publishWithVersions, versionsToMake } from "./publish-transaction.ts";
import { type TextChange, TextChanges, textChanges } from "./text-changes.tsx";

/** Makes the publish action show new versions and ask for confirmation, because stored versions cannot be removed. */
export const resolveLegalActions: DocumentActionsResolver = (actions, { schemaType }) => {
  if (schemaType === "legalVersion") return [];
  if (!legalSources.includes(schemaType)) return actions;
  return actions.map((action) => (action.action === "publish" ? storingVersions(action) : action));
};

/** Version that publishing would store. `changes` is "first" when the text has no earlier version. */
interface Pending {
  version: LegalVersion;
  changes: TextChange[] | "first";
}

const storingVersions = wrapAction("PublishKeepingVersions", useVersions);

function useVersions(
  original: DocumentActionDescription | null,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const client = useClient({ apiVersion: contentApiVersion });
  const { isSyncing } = useSyncState(props.id, props.type);
  const [failed, setFailed] = useState(false);
  const [pending, setPending] = useState<Pending[]>();
  const [isBusy, setIsBusy] = useState(false);
  const { draft } = props;
  if (!original || !draft) return original;

  async function act(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
    } catch {
      setFailed(true);
    }
    setIsBusy(false);
  }

  const findVersions = () =>
    act(async () => {
      const versions = await versionsToMake(client, [{ ...draft, _id: props.id }]);
      if (versions.length === 0) original.onHandle?.();
      else {
        setPending(
          await Promise.all(
            versions.map(async (version) => {
              const { subject, number } = version;
              const former = await client.fetch<unknown>(formerQuery, { subject, number });
              return { version, changes: former ? textChanges(former, version) : "first" };
            }),
          ),
        );
      }
    });
  const publish = (made: readonly Pending[]) =>
    act(async () => {
      setPending(undefined);
      await publishWithVersions(
        client,
        draft,
        made.map(({ version }) => version),
      );
    });
  const retry = failed && {
    type: "dialog" as const,
    header: "Não foi publicado",
    content: notPublished,
    onClose: () => setFailed(false),
  };
  return {
    ...original,
    disabled: original.disabled || isSyncing || isBusy,
    onHandle: () => void findVersions(),
    dialog: pending
      ? {
          // A dialog is used, because a popover is too small for the changes and would cut off the buttons.
          type: "dialog",
          header: "Publicar a nova versão",
          width: "medium",
          onClose: () => setPending(undefined),
          content: (
            <Question
              pending={pending}
              onConfirm={() => void publish(pending)}
              onCancel={() => setPending(undefined)}
            />
          ),
        }
      : retry || (original.dialog ?? null),
  };
}

const notPublished =
  "Outra pessoa publicou ao mesmo tempo, ou o texto mudou. Confira o documento e publique de novo.";

const formerQuery = '*[_type == "legalVersion" && subject == $subject && number == $number - 1][0]';

interface QuestionProps {
  pending: readonly Pending[];
  onConfirm: () => void;
  onCancel: () => void;
}

function Question({ pending, onConfirm, onCancel }: QuestionProps) {
  return (
    <Stack gap={5}>
      <Text>
        Esta publicação muda um texto legal. A versão nova passa a valer agora e fica guardada; não
        pode ser desfeita. Quem já aceitou uma versão anterior continua com ela.
      </Text>
      {pending.map(({ version, changes }) => (
        <Stack key={version._id} gap={4}>
          <Heading as="h2" size={1}>
            {named(version)}
          </Heading>
          {changes === "first" ? (
            <Text size={1}>É a primeira versão: o texto inteiro passa a valer.</Text>
          ) : (
            <TextChanges changes={changes} />
          )}
        </Stack>
      ))}
      <Flex gap={3} justify="flex-end" wrap="wrap">
        <Button mode="bleed" text="Voltar" onClick={onCancel} />
        <Button text="Publicar a nova versão" onClick={onConfirm} />
      </Flex>
    </Stack>
  );
}

function named({ subject, version }: LegalVersion): string {
  const title = legalDocuments.find(({ type }) => type === subject)?.title;
  return `${title}, versão ${version}`;
}
