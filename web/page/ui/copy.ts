import { t } from '../language/language';

/** Makes a button copy a text. For a moment, its label reports the copy. */
export function copies(button: HTMLButtonElement, text: () => string): void {
  const name = button.textContent;
  let back: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    clearTimeout(back);
    button.textContent = (await copy(text())) ? t('Copied') : t('Could not copy');
    back = setTimeout(() => (button.textContent = name), 2000);
  });
}

/** Copies a text, and returns whether that worked. Pages that are not secure have no `navigator.clipboard`, but copy a selection. */
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
