import { Button, Card, Checkbox, Flex, Stack, Text } from "@sanity/ui";
import { useToast } from "@sanity/ui/toast";
import { useId, useState } from "react";
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
import { mayRedirect, pathOf, publishingActions, redirectsAtQuery } from "./publishing-actions.ts";

const someRedirect = { _id: "redirect-of-a-new-path", _type: "redirect" };
const administratorsOnly =
  "O endereço mudou, e o antigo vira um redirecionamento: quem publica isso é a administração.";

/**
 * Studio action “Publicar” of pages. For a new path, the action offers a redirect and deletes conflicting redirects.
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

  // Both cases below change redirects, which only administrators may do.
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
          disabledReason={
            isPublishing
              ? "Publicando…"
              : hasErrors
                ? "Há um erro no documento: feche esta janela, abra “Validação” e corrija o que está em vermelho."
                : isSyncing || isValidating
                  ? "Guardando e conferindo o que você digitou…"
                  : undefined
          }
          isPublishing={isPublishing}
          onCancel={() => setAsking(false)}
          onPublish={(keepsFormer) =>
            void attempt(async () => publish(keepsFormer, await findRedirects()))
          }
        />
      ),
    },
  };
}

interface NewPathDialogProps {
  former: string;
  next: string;
  /** Reason why publishing is not possible now, such as unsaved text; undefined when publishing is possible. */
  disabledReason: string | undefined;
  isPublishing: boolean;
  onPublish: (keepsFormer: boolean) => void;
  onCancel: () => void;
}

/** Asks whether visitors of the former path are redirected to the new one. The default is yes. */
function NewPathDialog(props: NewPathDialogProps) {
  const { former, next, disabledReason, isPublishing, onPublish, onCancel } = props;
  const [keepsFormer, setKeepsFormer] = useState(true);
  const checkboxId = useId();
  return (
    <Stack gap={5}>
      <Text>
        O endereço desta página muda de <strong>{former}</strong> para <strong>{next}</strong>. Os
        links do próprio site acompanham a mudança.
      </Text>
      <Card tone={keepsFormer ? "positive" : "caution"} padding={4} radius={2} border>
        <Flex gap={3} align="flex-start">
          <Checkbox
            id={checkboxId}
            checked={keepsFormer}
            onChange={({ currentTarget }) => setKeepsFormer(currentTarget.checked)}
          />
          <Stack gap={3}>
            <Text as="label" htmlFor={checkboxId} weight="medium">
              Manter {former} como redirecionamento
            </Text>
            <Text size={1} muted>
              {keepsFormer
                ? "Quem tiver o endereço antigo, como o Google e os favoritos, chega à página."
                : "Quem tiver o endereço antigo vai encontrar “Página não encontrada”."}
            </Text>
          </Stack>
        </Flex>
      </Card>
      <Flex gap={3} align="center" justify="flex-end" wrap="wrap">
        <Text as="output" size={1} muted>
          {disabledReason}
        </Text>
        <Button mode="bleed" text="Cancelar" onClick={onCancel} />
        <Button
          text={keepsFormer ? "Publicar e redirecionar" : "Publicar sem redirecionar"}
          loading={isPublishing}
          disabled={disabledReason !== undefined}
          onClick={() => onPublish(keepsFormer)}
        />
      </Flex>
    </Stack>
  );
}
