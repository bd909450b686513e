/** Makes a button copy a text, and tell so for a while. */
export function copies(button: HTMLButtonElement, text: () => string): void {
  const name = button.textContent;
  let back: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    clearTimeout(back);
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'The browser refused';
    }
    back = setTimeout(() => (button.textContent = name), 2000);
  });
}
