import { FormAlert } from "../form/form-alert.tsx";
import { Spinner } from "./spinner.tsx";

interface MailPreviewProps {
  mail: {
    data: { subject: string; text: string } | undefined;
    isPending: boolean;
    isError: boolean;
  };
}

/** A mail that has not been sent, subject and text, or why it is not there. */
export function MailPreview({ mail: { data, isPending, isError } }: MailPreviewProps) {
  return (
    <div aria-live="polite">
      {isPending && <Spinner label="Montando o e-mail..." />}
      {isError && (
        <FormAlert>
          <p>Não foi possível montar o e-mail. Tente novamente.</p>
        </FormAlert>
      )}
      {data && (
        <div className="rounded-md bg-sand-100 p-4 text-sm">
          <p className="font-semibold">{data.subject}</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{data.text}</p>
        </div>
      )}
    </div>
  );
}
