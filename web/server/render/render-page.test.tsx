import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { Outlet, RouterProvider, createMemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { renderMarkup } from "./render-page.tsx";

function Broken(): never {
  throw new Error("a text is missing");
}

const within = (
  <main>
    <Suspense>
      <form>
        <Broken />
      </form>
    </Suspense>
  </main>
);

test("renderMarkup names the component that fails inside a boundary", async () => {
  await expect(renderMarkup(within)).rejects.toMatchObject({
    message: "a text is missing",
    component: "Broken",
    withinPage: false,
  });
});

test("renderMarkup names the component that fails outside every boundary", async () => {
  await expect(renderMarkup(<Broken />)).rejects.toMatchObject({ component: "Broken" });
});

test("renderMarkup distinguishes failures in the page from those around it", async () => {
  const router = createMemoryRouter([
    { path: "/", element: <Outlet />, children: [{ index: true, element: <Broken /> }] },
  ]);
  await expect(renderMarkup(<RouterProvider router={router} />)).rejects.toMatchObject({
    component: "Broken",
    withinPage: true,
  });
});

test("renderMarkup renders large sections inline, without placeholders", async () => {
  const section = (
    <Suspense fallback={<p>Carregando…</p>}>
      {Array.from({ length: 2_000 }, (_, index) => (
        <p key={index}>texto {index}</p>
      ))}
    </Suspense>
  );
  const page = (
    <>
      <title>Página</title>
      <main>
        {section}
        {section}
      </main>
    </>
  );
  expect(await renderMarkup(page)).toBe(renderToString(page));
});
