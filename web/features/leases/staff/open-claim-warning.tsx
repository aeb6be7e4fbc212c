interface OpenClaimWarningProps {
  /** Protocol of the open claim; undefined while none is known. */
  protocol: string | undefined;
  /** Sentence about what happens to the claim. */
  children: string;
}

/** Warns staff that a claim on the contract is open. The same form is then sent once more to go ahead. */
export function OpenClaimWarning({ protocol, children }: OpenClaimWarningProps) {
  if (protocol === undefined) return null;
  return (
    <div role="alert" className="rounded-md bg-amber-100 p-4 text-sm">
      <p className="font-semibold">O acionamento {protocol} está aberto neste contrato.</p>
      <p>{children}</p>
    </div>
  );
}
