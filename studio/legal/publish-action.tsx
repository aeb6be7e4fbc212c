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

/**
 * Has the publish action of everything that legal texts are made from keep the version that it
 * makes, after it said so: a version cannot be taken back. Versions themselves have no actions.
 */
export const resolveLegalActions: DocumentActionsResolver = (actions, { schemaType }) => {
  if (schemaType === "legalVersion") return [];
  if (!legalSources.includes(schemaType)) return actions;
  return actions.map((action) => (action.action === "publish" ? keepingVersions(action) : action));
};

const keepingVersions = wrapAction("PublishKeepingVersions", useVersions);

function useVersions(
  original: DocumentActionDescription | null,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const client = useClient({ apiVersion: contentApiVersion });
  const { isSyncing } = useSyncState(props.id, props.type);
  const [failed, setFailed] = useState(false);
  const [pending, setPending] = useState<LegalVersion[]>();
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

  const look = () =>
    act(async () => {
      const versions = await versionsToMake(client, [{ ...draft, _id: props.id }]);
      if (versions.length > 0) setPending(versions);
      else original.onHandle?.();
    });
  const keep = (versions: readonly LegalVersion[]) =>
    act(async () => {
      setPending(undefined);
      await publishWithVersions(client, draft, versions);
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
    onHandle: () => void look(),
    dialog: pending
      ? {
          type: "confirm",
          // In the other tones white text on Sanity's button has too little contrast.
          tone: "default",
          message: `Esta publicação muda um texto legal e cria: ${named(pending)}. Ela passa a valer agora e fica guardada; não pode ser desfeita. Quem já aceitou uma versão anterior continua com ela.`,
          confirmButtonText: "Publicar a nova versão",
          cancelButtonText: "Voltar",
          onConfirm: () => void keep(pending),
          onCancel: () => setPending(undefined),
        }
      : retry || (original.dialog ?? null),
  };
}

const notPublished =
  "Outra pessoa publicou ao mesmo tempo, ou o texto mudou. Confira o documento e publique de novo.";

function named(versions: readonly LegalVersion[]): string {
  return versions
    .map(({ subject, version }) => {
      const title = legalDocuments.find(({ type }) => type === subject)?.title;
      return `${title}, versão ${version}`;
    })
    .join("; ");
}
