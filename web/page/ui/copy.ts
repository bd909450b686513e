/** Makes a button copy a text, and say so for a while. */
export function copies(button: HTMLButtonElement, text: () => string): void {
  const name = button.textContent;
  let back: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    clearTimeout(back);
    button.textContent = (await copy(text())) ? 'Copied' : 'Could not copy';
    back = setTimeout(() => (button.textContent = name), 2000);
  });
}

/** Whether the text was copied. Only secure pages have `navigator.clipboard`; all of them can copy what is selected. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}
