import { isJsonObject } from "../../../studio/local/documents/document.ts";

/**
 * Replaces scores by ranks (`_pos`, 1 for the highest score) where the suite expects ranks. The scores themselves
 * differ between implementations and cannot be compared.
 */
export function scoresAsPlaces(answer: unknown, expected: unknown): unknown {
  if (!Array.isArray(answer) || !Array.isArray(expected)) return answer;
  if (!expected.some((item) => isJsonObject(item) && "_pos" in item)) return answer;
  const scoreOf = (item: unknown) => (isJsonObject(item) ? Number(item["_score"]) : 0);
  const scores = [...new Set(answer.map(scoreOf))].toSorted((left, right) => right - left);
  return answer.map((item: unknown) => {
    if (!isJsonObject(item)) return item;
    const { _score: score, ...attributes } = item;
    return { ...attributes, _pos: scores.indexOf(Number(score)) + 1 };
  });
}
