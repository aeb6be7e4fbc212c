import Swiper from "swiper";

export type MountedCarousel = ReturnType<typeof mountCarousel>;

/** Turns the scrolling list inside `element` into a carousel that loops. */
export function mountCarousel(element: HTMLElement) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // Swiper's accessibility module is left out, because the element is a real list and the module's texts are English.
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
  // When a link outside the visible slides gets the focus, Swiper moves to its slide.
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
