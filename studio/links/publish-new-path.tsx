import { useToast } from "@sanity/ui/toast";
import { useState } from "react";
import {
  type DocumentActionDescription,
  type DocumentActionProps,
  useClient,
  useDocumentValuePermissions,
  useSyncState,
  useValidationStatus,
} from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { wrapAction } from "../wrap-action.ts";
import { NewPathDialog } from "./new-path-dialog.tsx";
import { mayRedirect, pathOf, publishingActions, redirectsAtQuery } from "./publishing-actions.ts";

const someRedirect = { _id: "redirect-of-a-new-path", _type: "redirect" };
const administratorsOnly =
  "O endereço mudou, e o antigo vira um redirecionamento: quem publica isso é a administração.";

/**
 * The action “Publicar” of a product or free page: with a new path it offers to keep the former one
 * as a redirect, and does away with what would lead from the new one elsewhere.
 */
export const publishNewPath = wrapAction("PublishNewPath", useNewPath);

function useNewPath(
  plain: DocumentActionDescription | null,
  { id, type, draft, published }: DocumentActionProps,
): DocumentActionDescription | null {
  const client = useClient({ apiVersion: contentApiVersion });
  const toast = useToast();
  const { isSyncing } = useSyncState(id, type);
  const { isValidating, validation } = useValidationStatus(draft?._id ?? id, type, true);
  const [mayChangeRedirects] = useDocumentValuePermissions({
    document: someRedirect,
    permission: "create",
  });
  const [isAsking, setAsking] = useState(false);
  const [isPublishing, setPublishing] = useState(false);

  const former = pathOf(published);
  const next = pathOf(draft);
  if (!plain || next === undefined || next === former) return plain;

  const findRedirects = () =>
    client
      .withConfig({ perspective: "raw" })
      .fetch<string[]>(redirectsAtQuery, { paths: [former ?? next, next] });

  const publish = async (keepsFormer: boolean, redirects: readonly string[]) => {
    const newId = `redirect-${crypto.randomUUID()}`;
    const kept = keepsFormer ? former : undefined;
    await client.action(publishingActions({ id, former: kept, redirects, newId }));
  };

  const attempt = async (work: () => Promise<void>) => {
    setPublishing(true);
    try {
      await work();
      setAsking(false);
    } catch (error) {
      console.warn(error);
      toast.push({
        status: "error",
        title: "Não foi possível publicar",
        description: "Nada mudou no site. Tente de novo em instantes.",
      });
    } finally {
      setPublishing(false);
    }
  };

  // Both ways below write redirects, which administrators alone may.
  if (mayChangeRedirects?.granted === false && former !== undefined) {
    return { ...plain, disabled: true, title: administratorsOnly };
  }
  if (!mayRedirect(former)) {
    const publishOrReplace = async () => {
      const redirects = await findRedirects();
      if (redirects.length === 0) plain.onHandle?.();
      else await publish(false, redirects);
    };
    return { ...plain, onHandle: () => void attempt(publishOrReplace) };
  }
  const hasErrors = validation.some(({ level }) => level === "error");
  return {
    ...plain,
    onHandle: () => setAsking(true),
    dialog: isAsking && {
      type: "dialog" as const,
      header: "Publicar com um endereço novo",
      width: "medium" as const,
      onClose: () => setAsking(false),
      content: (
        <NewPathDialog
          former={former}
          next={next}
          isBusy={isPublishing || isSyncing || isValidating || hasErrors}
          onCancel={() => setAsking(false)}
          onPublish={(keepsFormer) =>
            void attempt(async () => publish(keepsFormer, await findRedirects()))
          }
        />
      ),
    },
  };
}
