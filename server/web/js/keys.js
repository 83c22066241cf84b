// Whether the keyboard or the pointer chose the focused element, and the keys that step through moves.

/** Where arrow keys have another meaning. */
const KEYED = 'input, select, textarea, #palette';
let tabbed = false;

addEventListener('keydown', (event) => { if (event.key === 'Tab') tabbed = true; }, true);
addEventListener('pointerdown', () => { tabbed = false; }, true);

/** Whether the focus was moved by Tab since the last click. */
export const byTab = () => tabbed;

/** Calls `step` with the key of a step, from anywhere but fields; a function that stops listening comes back. */
export function onSteps(step) {
  const pressed = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(KEYED)) return;
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) {
      step(event.key);
      event.preventDefault();
    }
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
