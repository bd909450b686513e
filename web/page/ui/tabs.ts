import { keep, updateLink } from '../link';

/** The tabs at the top: a click or an arrow key shows a part and hides the others. The address keeps which one. */
export function startTabs(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')!)!.hidden = !isChosen;
    }
    updateLink();
  };
  const nameOf = (tab: HTMLElement) => tab.dataset['name']!;
  keep({
    values: (): Record<string, string> => {
      const chosen = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
      return chosen > 0 ? { tab: nameOf(tabs[chosen]!) } : {};
    },
    take: (linked) => {
      const name = linked.get('tab');
      const chosen = tabs.find((tab) => nameOf(tab) === name);
      if (chosen) {
        select(chosen);
      }
    },
  });
  for (const tab of tabs) {
    tab.addEventListener('click', () => select(tab));
  }
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const to = target(event.key, at, tabs.length);
    if (at >= 0 && to !== undefined) {
      event.preventDefault();
      tabs[to]!.focus();
      select(tabs[to]!);
    }
  });
}

function target(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'ArrowRight':
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
