import { expect, test } from "vitest";
import { cropRectangle, imageUrl, parseImageReference } from "./images.tsx";

const asset = { name: "abc123-1600x1200-png", width: 1600, height: 1200, extension: "png" };

test("size and type are read off the asset reference", () => {
  expect(parseImageReference("image-abc123-1600x1200-png")).toEqual(asset);
  expect(parseImageReference("file-abc123-pdf")).toBeNull();
});

test("an editor's crop becomes a rectangle in the original's pixels", () => {
  const crop = { top: 0.1, bottom: 0.1, left: 0.25, right: 0 };
  expect(cropRectangle(asset, crop)).toEqual({ x: 400, y: 120, width: 1200, height: 960 });
  expect(imageUrl(asset, crop, 720)).toBe(
    "/imagens/abc123-1600x1200-png/720.webp?rect=400,120,1200,960",
  );
});

test("an uncropped image has a short address and a vector is served as it is", () => {
  expect(imageUrl(asset, null, "preview")).toBe("/imagens/abc123-1600x1200-png/previa.jpg");
  expect(imageUrl({ ...asset, name: "abc-10x10-svg", extension: "svg" }, null, 320)).toBe(
    "/imagens/abc-10x10-svg/original.svg",
  );
});
