import { useState } from "react";
import * as z from "zod/mini";
import type { ContractEnding } from "#contracts/leases/endings.ts";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useTenantAction } from "../../../backend/ask-as-tenant.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { HandoverDialog, type StatedHandover } from "../handover-dialog.tsx";
import { mayState, statementOf } from "../handover-rules.ts";
import type { Contract, ContractTexts } from "./contract-data.ts";

function useStateHandover(endingId: string) {
  return useTenantAction({
    ask: (client, { keysOn, note }: StatedHandover) =>
      client.rpc("state_handover", { ending_id: endingId, keys_on: keysOn, note: note ?? null }),
    schema: z.object({ outcome: z.string() }),
    changes: ["contract"],
  });
}

interface StateDayProps {
  contract: Contract;
  ending: ContractEnding;
  texts: ContractTexts["ending"];
}

/**
 * Lets the tenant agree to the stated day or state another one, and shows the result. The result stays on the screen
 * when the last day to state one has passed meanwhile.
 */
export function StateDay({ contract, ending, texts }: StateDayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { stating } = texts;
  const action = useStateHandover(ending.id);
  const { keys_on } = ending;
  const outcome = action.data?.outcome;
  const mayAgree = keys_on !== null && !statementOf(ending, "tenant");
  return (
    <>
      {mayState(ending, "tenant") && (
        <div className="flex flex-wrap gap-3">
          {mayAgree && (
            <Button
              className="btn-primary max-sm:w-full"
              isBusy={action.isPending}
              onClick={() => action.mutate({ keysOn: keys_on, note: undefined })}
            >
              {fillVariables(stating.agreeLabel, { keys: formatShortDate(keys_on) })}
            </Button>
          )}
          <Button className="btn-outline max-sm:w-full" onClick={() => setIsOpen(true)}>
            {stating.openLabel}
          </Button>
        </div>
      )}
      {!isOpen && (
        <ActionAlert action={action}>{sentenceOf(action.error) || stating.failedText}</ActionAlert>
      )}
      <output className="font-semibold text-petrol-700 empty:hidden">
        {outcome === "stated" ? stating.sentText : outcome === "late" ? stating.lateText : ""}
      </output>
      {isOpen && (
        <HandoverDialog
          bounds={[contract.start_date, contract.end_date]}
          stating={action}
          texts={{ ...texts, ...stating }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
