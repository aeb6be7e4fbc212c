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
  // The browser cannot scroll to a link that takes the focus out of view: only swiper moves here.
  const showFocused = ({ target }: FocusEvent) => {
    const slide = target instanceof Element ? target.closest<HTMLElement>(".swiper-slide") : null;
    const view = element.getBoundingClientRect();
    const place = slide?.getBoundingClientRect();
    if (!slide || !place || (place.left >= view.left - 1 && place.right <= view.right + 1)) return;
    swiper.slideToLoop(Number(slide.dataset["swiperSlideIndex"] ?? 0), 0);
  };
  element.addEventListener("keydown", turnWithArrows);
  element.addEventListener("focusin", showFocused);
  return {
    showPrevious: () => void swiper.slidePrev(),
    showNext: () => void swiper.slideNext(),
    destroy() {
      element.removeEventListener("keydown", turnWithArrows);
      element.removeEventListener("focusin", showFocused);
      swiper.destroy(true, true);
    },
  };
}
