import { useMutation } from "@tanstack/react-query";
import { ActionAlert, Button } from "../../ui/feedback/button.tsx";
import { type Backend, useBackend } from "../backend-context.tsx";

interface DownloadButtonProps {
  /** Function that returns the file's URL, valid for a minute. */
  sign: (backend: Backend | null) => Promise<string>;
  label: string;
  openingLabel?: string;
  failed: string;
  isPrimary?: boolean;
}

/** Button that saves a file. The file's URL is requested only at the click, because it soon expires. */
export function DownloadButton(props: DownloadButtonProps) {
  const { sign, label, openingLabel = label, failed, isPrimary = false } = props;
  const backend = useBackend();
  const opening = useMutation({
    mutationFn: () => sign(backend),
    onSuccess: (address) => location.assign(address),
  });
  return (
    <>
      <Button
        className={isPrimary ? "btn-primary" : "btn-outline"}
        isBusy={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {opening.isPending ? openingLabel : label}
      </Button>
      <ActionAlert action={opening}>{failed}</ActionAlert>
    </>
  );
}
