import { type ReactNode, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { type ClaimView, landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Whole } from "../../../ui/section/facts.tsx";
import { ChangeAccount } from "./claim-account.tsx";
import { AskForReview, ClaimAsked, WithdrawClaim } from "../claim-actions.tsx";
import { type ClaimableContract, ClaimForm } from "./claim-form.tsx";
import { ClaimBadge, ClaimSheet } from "../claim-sheet.tsx";

type Texts = NonNullable<LandlordAreaQueryResult>;

const openedSchema = z.union([
  z.object({ claimOn: z.string() }),
  z.object({ claim: z.string(), isNew: z.optional(z.boolean()) }),
]);
type Opened = z.output<typeof openedSchema>;

/**
 * Opens a claim or its form in place of the guarantees, as a history entry, so that a phone's back button leads to the
 * list. The claim has no URL of its own, because the URL fragment already contains the link's secret.
 */
export function useOpenedClaim() {
  const { hash, key, state } = useLocation();
  const navigate = useNavigate();
  const left = useRef<string>(undefined);
  const parsed = openedSchema.safeParse(state);
  const opened = parsed.success ? parsed.data : null;
  return {
    opened,
    open(view: Opened) {
      // A sent form is replaced in the history, so that nobody goes back to it.
      void navigate({ hash }, { state: view, replace: opened !== null });
    },
    close() {
      // Going back takes a moment. A second call meanwhile would leave the page.
      if (left.current !== key) void navigate(-1);
      left.current = key;
    },
  };
}

interface LandlordClaimsProps {
  contract: ClaimableContract;
  texts: Texts;
  onOpen: (view: Opened) => void;
}

/** Lists the claims on a guarantee, with a button that opens another claim while this is possible. */
export function LandlordClaims({ contract, texts: { claim: texts }, onOpen }: LandlordClaimsProps) {
  const { id, claims, claimUntil, mayClaim, limitLeft = 0, state } = contract;
  const isOver = !mayClaim && state !== "upcoming" && state !== "revoked";
  if (claims.length === 0 && !mayClaim && !isOver) return null;
  const values = {
    until: claimUntil ? formatShortDate(claimUntil.day) : "",
    left: formatCurrency(limitLeft),
  };
  return (
    <section
      className="grid grid-cols-1 gap-4 border-t border-sand-300 pt-6"
      aria-labelledby={`claims-${id}`}
    >
      <h3 id={`claims-${id}`} className="text-card">
        {claims.length > 0 ? texts.listTitle : texts.title}
      </h3>
      {claims.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {claims.map((claim) => (
            <li
              key={claim.id}
              className="grid grid-cols-1 gap-2 rounded-md border border-sand-300 p-4"
            >
              <p className="flex flex-wrap items-start justify-between gap-2">
                <Whole className="font-bold tabular-nums">{claim.protocol}</Whole>
                <ClaimBadge stage={claim.stage} />
              </p>
              <Button
                className="btn-outline max-sm:w-full sm:justify-self-start"
                onClick={() => onOpen({ claim: claim.id })}
              >
                {texts.viewLabel}
                <span className="sr-only"> {claim.protocol}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayClaim && (
        <>
          <p>{fillVariables(texts.text, values)}</p>
          <Button
            className="btn-primary max-sm:w-full sm:justify-self-start"
            onClick={() => onOpen({ claimOn: id })}
          >
            {texts.openLabel}
            <span className="sr-only">: {contract.property}</span>
          </Button>
        </>
      )}
      {isOver && claimUntil && <p className="text-soft">{fillVariables(texts.overText, values)}</p>}
    </section>
  );
}

interface OpenedClaimProps {
  view: ReturnType<typeof useOpenedClaim>;
  contracts: readonly ClaimableContract[];
  /** Secret of the landlord's link. */
  secret: string;
  texts: Texts;
  /** Reads the guarantees again. Resolves when they are loaded. */
  reload: () => Promise<unknown>;
}

/** Renders the open claim or form; null when none is open. */
export function renderOpenedClaim(props: OpenedClaimProps): ReactNode {
  const { view, contracts, secret, texts, reload } = props;
  const { opened } = view;
  if (opened === null) return null;
  if ("claimOn" in opened) {
    const contract = contracts.find(({ id }) => id === opened.claimOn);
    if (!contract) return null;
    return (
      <ClaimForm
        contract={contract}
        secret={secret}
        texts={texts}
        onBack={view.close}
        onOpened={({ id }) => void reload().then(() => view.open({ claim: id, isNew: true }))}
      />
    );
  }
  const claim = contracts.flatMap(({ claims }) => claims).find(({ id }) => id === opened.claim);
  if (!claim || !texts.claimSheet) return null;
  return (
    <LandlordClaim
      key={claim.id}
      claim={claim}
      isNew={opened.isNew ?? false}
      secret={secret}
      texts={texts}
      onBack={view.close}
      reload={reload}
    />
  );
}

interface LandlordClaimProps {
  claim: ClaimView;
  /** True when the claim was registered on this page a moment ago. */
  isNew: boolean;
  secret: string;
  texts: Texts;
  onBack: () => void;
  reload: () => Promise<unknown>;
}

function LandlordClaim({ claim, isNew, secret, texts, onBack, reload }: LandlordClaimProps) {
  const { claim: words, claimSheet } = texts;
  const backend = useBackend();
  const { id: claimId, protocol, stage, may } = claim;
  const call = async (body: Readonly<Record<string, unknown>>) => {
    await callFunction(backend, {
      name: "landlord-claim",
      body: { secret, claimId, ...body },
      data: landlordClaimReplySchema,
    });
    await reload();
  };
  const account = may.changeAccount && (
    <ChangeAccount
      claim={claim}
      secret={secret}
      texts={words.account}
      backLabel={claimSheet.backLabel}
      onChanged={() => void reload()}
    />
  );
  return (
    <ClaimSheet
      claim={claim}
      side="landlord"
      texts={claimSheet}
      stages={words.stages}
      party={{ secret }}
      onBack={onBack}
      onChanged={() => void reload()}
      notice={
        isNew &&
        stage === "hearing" && (
          <output className="grid gap-1 rounded-md bg-mint-100 p-4 print:hidden">
            <strong>
              {words.sent.title}: <Whole>{protocol}</Whole>
            </strong>
            {words.sent.text}
          </output>
        )
      }
      closing={
        <>
          <AskForReview
            claim={claim}
            texts={claimSheet}
            onSend={(text) => call({ action: "appeal", text })}
          />
          {claim.account !== undefined && account}
          {may.withdraw && (
            <WithdrawClaim
              texts={words.withdrawal}
              onWithdraw={() => call({ action: "withdraw" })}
            />
          )}
        </>
      }
    >
      <ClaimAsked
        claim={claim}
        side="landlord"
        texts={claimSheet}
        onSend={(text) => call({ action: "reply", text })}
      />
      {claim.account === undefined && account}
    </ClaimSheet>
  );
}
