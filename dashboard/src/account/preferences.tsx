import { SegmentedControl, Select, Text } from '@mantine/core'
import { Card } from '../lib/details.tsx'
import { readable } from '../lib/dates.tsx'
import { money } from '../lib/money.ts'
import { prefer } from '../api/preferences.ts'
import { usePreferences } from '../lib/preferences.ts'
import { zonesWith } from '../lib/fields.tsx'
import styles from './account.module.css'

const tags = [
  'en-GB',
  'en-US',
  'en-IN',
  'ar',
  'ar-EG',
  'bn',
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'el',
  'es',
  'es-MX',
  'fa',
  'fi',
  'fr',
  'fr-CA',
  'fr-CH',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'sv',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-CN',
  'zh-TW',
]

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
]

/** `Arabic (Egypt)`, in English because the pages are. */
const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

function localesWith(current: string) {
  return [...new Set([...tags, current])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

/** Saved with the user, so that every device has them. */
export function PreferencesCard() {
  const style = usePreferences()
  const { theme, locale, time_zone } = style
  const day = new Date(Date.UTC(2026, 0, 31, 14, 5))
  return (
    <Card title="Preferences">
      <div className={styles.body}>
        <div>
          <Text component="div" fw={500} size="sm" mb={4} id="theme-label">
            Theme
          </Text>
          <SegmentedControl
            aria-labelledby="theme-label"
            data={themes}
            value={theme}
            onChange={(value) => prefer({ theme: value as typeof theme })}
          />
        </div>
        <div className={styles.fields}>
          <Select
            label="Format of dates and amounts"
            description={`For example ${readable(day, style)} and ${money(123_456, 'EUR')}. The dashboard's words are English.`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            data={localesWith(locale)}
            value={locale}
            searchable
            allowDeselect={false}
            onChange={(value) => value && prefer({ locale: value })}
          />
          <Select
            label="Time zone"
            description="Times are shown in it. Days in filters, charts and exports are the merchant's: see Settings."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            data={zonesWith(time_zone)}
            value={time_zone}
            searchable
            limit={100}
            allowDeselect={false}
            onChange={(value) => value && prefer({ time_zone: value })}
          />
        </div>
      </div>
    </Card>
  )
}
