// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { TextAreaField } from "./controls.tsx";
import { TypedTextAbout } from "../layout/list-and-detail.tsx";
import { type FollowForm, TypedTextContext } from "./typed-text.ts";
import { useValidatedForm } from "./use-validated-form.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get this stub.
afterAll(() => vi.unstubAllGlobals());

function ReasonForm({ id }: { id: string }) {
  const { field } = useValidatedForm({
    schema: z.object({ reason: z.string() }),
    names: ["reason"],
  });
  return <TextAreaField {...field("reason")} id={id} texts={{ label: "Motivo" }} />;
}

test("the keeper of typed text learns the case and the controls, which tell two forms with the same fields apart", () => {
  const follow = vi.fn<FollowForm>(() => () => undefined);
  const show = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    show.render(
      <TypedTextContext value={follow}>
        <TypedTextAbout id="pedido-1">
          <ReasonForm id="reason-1" />
          <ReasonForm id="take-back-1" />
        </TypedTextAbout>
        <ReasonForm id="dismiss-7" />
      </TypedTextContext>,
    ),
  );
  expect(follow.mock.calls.map(([, place]) => place)).toEqual([
    ["pedido-1", "reason-1"],
    ["pedido-1", "take-back-1"],
    ["dismiss-7"],
  ]);
  act(() => show.unmount());
});
