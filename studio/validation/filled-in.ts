/** Refuses what a template leaves in brackets for an editor to replace. */
export function checkFilledIn(text: string | undefined): true | string {
  const left = /\[[^\]]*\]/.exec(text ?? "")?.[0];
  return left === undefined || `Troque “${left}” pelo texto de verdade.`;
}
