import { type ReactNode, useState } from "react";
import { Icon } from "../brand/icons.tsx";

interface VideoFacadeProps {
  title: string;
  url: string;
  playLabel: string;
  poster: ReactNode;
}

/** Classes of the play control over the preview image. The control darkens the image's lower part behind the text. */
const controlLook =
  "video-control group absolute inset-0 grid w-full cursor-pointer place-content-center justify-items-center gap-4 font-semibold text-white";

/** Shows a preview image and, after a click, the player. Nothing is loaded from YouTube before the click. */
export function VideoFacade({ title, url, playLabel, poster }: VideoFacadeProps) {
  const [playing, setPlaying] = useState(false);
  const videoId = youtubeVideoId(url);

  if (playing && videoId) {
    return (
      <iframe
        className="aspect-video w-full rounded-xl bg-petrol-950"
        src={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0`}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        ref={(frame) => frame?.focus()}
      />
    );
  }

  const control = (
    <>
      <span className="grid size-20 place-items-center rounded-full bg-amber-400 text-petrol-950 group-hover:bg-amber-300">
        <Icon name="play" className="size-7" />
      </span>
      <span className="rounded-full bg-petrol-950/85 px-4 py-1.5">{playLabel}</span>
    </>
  );
  return (
    <div className="relative aspect-video overflow-hidden rounded-xl bg-petrol-950 [box-shadow:var(--shadow-float)]">
      {poster}
      {videoId && (
        <button
          type="button"
          className={`noscript:hidden ${controlLook}`}
          onClick={() => setPlaying(true)}
        >
          {control}
        </button>
      )}
      <noscript>
        <a className={controlLook} href={url} rel="noopener">
          {control}
        </a>
      </noscript>
    </div>
  );
}

const ID = /^[\w-]{11}$/;

/** Returns the id of a YouTube video from a common kind of URL (watch, youtu.be, embed, shorts); otherwise null. */
export function youtubeVideoId(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(www|m)\./, "");
  const [, first = "", second = ""] = pathname.split("/");
  const id = host === "youtu.be" ? first : (searchParams.get("v") ?? second);
  const known = ["youtu.be", "youtube.com", "youtube-nocookie.com"].includes(host);
  return known && ID.test(id) ? id : null;
}
