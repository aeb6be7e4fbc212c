import { Button, Card, Checkbox, Flex, Stack, Text } from "@sanity/ui";
import { useId, useState } from "react";

interface NewPathDialogProps {
  former: string;
  next: string;
  /** True while what was typed is not yet stored or judged, and while it is being published. */
  isBusy: boolean;
  onPublish: (keepsFormer: boolean) => void;
  onCancel: () => void;
}

/** Asks what becomes of the path that a published page gives up; that it leads on is the default. */
export function NewPathDialog(props: NewPathDialogProps) {
  const { former, next, isBusy, onPublish, onCancel } = props;
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
      <Flex gap={3} justify="flex-end">
        <Button mode="bleed" text="Cancelar" onClick={onCancel} />
        <Button
          text={keepsFormer ? "Publicar e redirecionar" : "Publicar sem redirecionar"}
          disabled={isBusy}
          onClick={() => onPublish(keepsFormer)}
        />
      </Flex>
    </Stack>
  );
}
