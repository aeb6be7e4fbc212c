import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../brand/icons.tsx";
import type { MountedCarousel } from "./mount-carousel.ts";

interface LogoCarouselProps {
  label: string;
  previousLabel: string;
  nextLabel: string;
  items: readonly { id: string; logo: ReactNode; href?: string | null }[];
}

type Turn = "showPrevious" | "showNext";

/** Shows up to three logos at a time in a scrolling list. Hydration adds looping and, on wider screens, buttons. */
export function LogoCarousel({ label, previousLabel, nextLabel, items }: LogoCarouselProps) {
  const track = useRef<HTMLElement>(null);
  const carousel = useRef<MountedCarousel>(null);
  const earlyTurn = useRef<Turn>(null);

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    let left = false;
    // The carousel loads only when it comes into view, so that visitors who do not scroll this far never download it.
    const watcher = new IntersectionObserver(async ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      const { mountCarousel } = await import("./mount-carousel.ts");
      if (left) return;
      carousel.current = mountCarousel(element);
      if (earlyTurn.current) carousel.current[earlyTurn.current]();
    });
    watcher.observe(element);
    return () => {
      left = true;
      watcher.disconnect();
      carousel.current?.destroy();
      carousel.current = null;
    };
  }, []);

  function turn(way: Turn) {
    if (carousel.current) carousel.current[way]();
    else earlyTurn.current = way;
  }

  return (
    <div className="flex items-center gap-4">
      <CarouselButton label={previousLabel} turned onClick={() => turn("showPrevious")} />
      <section
        ref={track}
        className="swiper carousel min-w-0 flex-1 [--in-view:1] sm:[--in-view:2] lg:[--in-view:3]"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <ul className="swiper-wrapper">
          {items.map((item) => (
            <li
              key={item.id}
              className="swiper-slide grid h-28 place-items-center rounded-lg border border-sand-200"
            >
              {item.href ? (
                <a
                  href={item.href}
                  rel="noopener"
                  className="grid size-full place-items-center rounded-[inherit] focus-visible:-outline-offset-4"
                >
                  {item.logo}
                </a>
              ) : (
                item.logo
              )}
            </li>
          ))}
        </ul>
      </section>
      <CarouselButton label={nextLabel} onClick={() => turn("showNext")} />
    </div>
  );
}

interface CarouselButtonProps {
  label: string;
  turned?: boolean;
  onClick: () => void;
}

function CarouselButton({ label, turned, onClick }: CarouselButtonProps) {
  return (
    <button
      type="button"
      className="button button-outline w-12 p-0 carousel-button max-md:hidden noscript:hidden"
      aria-label={label}
      onClick={onClick}
    >
      <Icon name="arrow" className={turned ? "size-5 rotate-180" : "size-5"} />
    </button>
  );
}
