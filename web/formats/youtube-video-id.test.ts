import { expect, test } from "vitest";
import { youtubeVideoId } from "./youtube-video-id.ts";

test.each([
  "https://www.youtube.com/watch?v=abcDEF12_-3&t=10s",
  "https://youtu.be/abcDEF12_-3?si=x",
  "https://www.youtube-nocookie.com/embed/abcDEF12_-3",
  "https://m.youtube.com/shorts/abcDEF12_-3",
])("finds the video in %s", (address) => {
  expect(youtubeVideoId(address)).toBe("abcDEF12_-3");
});

test.each([
  "https://vimeo.com/watch?v=abcDEF12_-3",
  "https://youtube.com.example/watch?v=abcDEF12_-3",
  "https://youtu.be/short",
  "not an address",
])("finds none in %s", (address) => {
  expect(youtubeVideoId(address)).toBeNull();
});
