// A picture of the board as it is shown, as SVG or PNG, that needs no style sheet.

import { s } from './dom.js';

const PROPERTIES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'visibility', 'paint-order', 'font-family', 'font-size', 'font-weight'];
const PNG_SIZE = 1200;

/** The board's drawing with all styles written into it. */
export function drawing(board) {
  const copy = board.svg.cloneNode(true);
  const originals = board.svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((el, i) => {
    if (el.closest('defs > g')) return; // The shape of a `use`, which has its style from there.
    const style = getComputedStyle(originals[i]);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value) el.setAttribute(name, value.replace(/url\(".*#/, 'url("#'));
    }
    el.removeAttribute('class');
  });
  const [x, y, width, height] = copy.getAttribute('viewBox').split(' ');
  const ground = s('rect', { x, y, width, height, fill: getComputedStyle(board.svg).backgroundColor });
  copy.prepend(ground);
  ['class', 'tabindex', 'role'].forEach((name) => copy.removeAttribute(name));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a PNG. */
export async function png(board) {
  const url = URL.createObjectURL(new Blob([drawing(board)], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_SIZE;
  canvas.height = Math.round((PNG_SIZE * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}
