import Swiper from "swiper";

export interface MountedCarousel {
  showPrevious: () => void;
  showNext: () => void;
  destroy: () => void;
}

/** Turns the snapping list inside `element` into a looping carousel. */
export function mountCarousel(element: HTMLElement): MountedCarousel {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // No accessibility module: the list is a real one, and the module speaks English.
  const swiper = new Swiper(element, {
    loop: true,
    speed: still ? 0 : 400,
    slidesPerView: 1,
    spaceBetween: 16,
    breakpoints: { 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } },
  });
  const turnWithArrows = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") swiper.slidePrev();
    if (key === "ArrowRight") swiper.slideNext();
  };
  element.addEventListener("keydown", turnWithArrows);
  return {
    showPrevious: () => void swiper.slidePrev(),
    showNext: () => void swiper.slideNext(),
    destroy() {
      element.removeEventListener("keydown", turnWithArrows);
      swiper.destroy(true, true);
    },
  };
}
