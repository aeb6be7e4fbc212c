// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { VideoFacade, youtubeVideoId } from "./video-facade.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get these stubs.
afterAll(() => vi.unstubAllGlobals());

const video = (
  <VideoFacade
    title="Conheça a Payser"
    url="https://www.youtube.com/watch?v=abcDEF12_-3"
    playLabel="Assistir"
    poster={null}
  />
);

test("VideoFacade requests the player from YouTube only on a click, and without cookies", () => {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  act(() => root.render(video));
  expect(container.querySelector("iframe")).toBeNull();

  act(() => container.querySelector("button")?.click());
  const frame = container.querySelector("iframe");
  expect(frame?.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcDEF12_-3\?/);
  expect(frame?.title).toBe("Conheça a Payser");

  act(() => root.unmount());
  container.remove();
});

test("VideoFacade is a link without JavaScript", () => {
  expect(renderToStaticMarkup(video)).toMatch(
    /<noscript><a [^>]*href="https:\/\/www\.youtube\.com\/watch\?v=abcDEF12_-3"/,
  );
});

test.each([
  "https://www.youtube.com/watch?v=abcDEF12_-3&t=10s",
  "https://youtu.be/abcDEF12_-3?si=x",
  "https://www.youtube-nocookie.com/embed/abcDEF12_-3",
  "https://m.youtube.com/shorts/abcDEF12_-3",
])("youtubeVideoId finds the video in %s", (address) => {
  expect(youtubeVideoId(address)).toBe("abcDEF12_-3");
});

test.each([
  "https://vimeo.com/watch?v=abcDEF12_-3",
  "https://youtube.com.example/watch?v=abcDEF12_-3",
  "https://youtu.be/short",
  "not an address",
])("youtubeVideoId finds no video in %s", (address) => {
  expect(youtubeVideoId(address)).toBeNull();
});
