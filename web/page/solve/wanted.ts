/** What people do first. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const;

/**
 * Waits until a person does something and sees the element. Until then the page does nothing that takes long, so that it
 * answers at once.
 */
export function wanted(element: HTMLElement): Promise<void> {
  const done = new Promise<void>((resolve) => {
    const heard = () => {
      SIGNS.forEach((sign) => removeEventListener(sign, heard));
      resolve();
    };
    SIGNS.forEach((sign) => addEventListener(sign, heard, { passive: true }));
  });
  const seen = new Promise<void>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        resolve();
      }
    });
    observer.observe(element);
  });
  return Promise.all([done, seen]).then(() => {});
}
