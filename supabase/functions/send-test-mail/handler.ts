import { readMailText } from "../_shared/content/function-content.ts";
import { testMailRequestSchema } from "#contracts/mail/mail-texts.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, unauthorized } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

/** Mails unpublished texts to an editor, only at the address that the content API returns for the editor's token. */
export function createHandler(parts: Parts): Handler {
  return createEndpoint(parts.studioGate, {
    name: "send-test-mail",
    schema: testMailRequestSchema,
    async answer({ token, ...payload }, call) {
      const address_hash = await parts.hashAddress(parts.callerAddress(call));
      await parts.callDatabase("open_test_mail", { address_hash });
      const editor = await parts.findEditor(token);
      if (!editor) throw unauthorized();
      if (!readMailText(payload.mail, payload.words).data) {
        const message = "O texto usa um valor que este e-mail não tem.";
        throw new RequestFailure(422, "invalid_fields", message);
      }
      await parts.callDatabase("queue_test_mail", { recipient: editor.email, payload });
      parts.kickDelivery();
      return { email: editor.email };
    },
  });
}
