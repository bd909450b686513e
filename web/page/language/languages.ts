/** The languages of the page, of which one is loaded. */
import { type Catalogue, speak } from './language';

/** A language: its own name, what Intl calls it, and its catalogue; the texts in the code are English. */
interface Language {
  name: string;
  locale: string;
  load?: () => Promise<{ messages: Catalogue }>;
}

export const LANGUAGES: Record<string, Language> = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de', load: () => import('./de') },
  es: { name: 'Español', locale: 'es', load: () => import('./es') },
  zh: { name: '简体中文', locale: 'zh-Hans', load: () => import('./zh') },
  ja: { name: '日本語', locale: 'ja', load: () => import('./ja') },
};

/** Loads a language and speaks it. */
export async function learn(code: string): Promise<void> {
  const { locale, load } = LANGUAGES[code]!;
  if (load) {
    speak(locale, (await load()).messages);
  }
}
