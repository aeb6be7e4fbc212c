/** Refuses an image field that holds words but no image, which is what removing one leaves. */
export function checkImageChosen(image: { asset?: object | undefined } | undefined): true | string {
  return !image || image.asset ? true : "Escolha a imagem ou apague o texto alternativo.";
}
