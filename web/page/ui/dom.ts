/** Finds the element with this id; the page must have it. */
export function byId<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`The page has no element "${id}".`);
  }
  return found as unknown as T;
}

type Attributes = Record<string, string | number | boolean>;

/** Creates an element, without the attributes that are false. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) {
      made.setAttribute(name, value === true ? '' : String(value));
    }
  }
  made.append(...children);
  return made;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
