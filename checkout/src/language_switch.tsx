// The page's language. Another one is loaded when it is chosen, and nothing that was typed is lost.
import type { PageSetup } from '@florin/pages/payment_setup.ts'
import { useText } from './context.ts'
import type { Messages } from '@florin/locales/text.ts'

interface LanguageSwitchProps {
  languages: PageSetup['languages']
  onSwitch: (locale: string, messages: Messages) => void
}

export function LanguageSwitch({ languages, onSwitch }: LanguageSwitchProps) {
  const { t, locale } = useText()
  const load = async (code: string) => {
    const language = languages[code]
    if (language === undefined) return
    const answer = await fetch(language.url, { integrity: language.integrity })
    if (answer.ok) onSwitch(code, (await answer.json()) as Messages)
  }
  return (
    <label class="language">
      <span class="visually-hidden">{t('language')}</span>
      <select
        value={locale}
        onChange={(event) => void load(event.currentTarget.value).catch(() => undefined)}
      >
        {Object.entries(languages).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
