// The sandbox banner, with cards to pick.
import type { TestCard } from '@florin/pages/contract.ts'
import { detectBrand, formatNumber } from '@florin/pages/card.ts'
import { useText } from './context.ts'
import type { MessageKey } from '@florin/locales/text.ts'

interface TestModeProps {
  cards: readonly TestCard[]
  /** Undefined where there is no card form to fill in. */
  onPick: ((card: TestCard) => void) | undefined
}

export function TestMode({ cards, onPick }: TestModeProps) {
  const { t, has } = useText()
  const outcome = ({ outcome_key, label }: TestCard) => {
    const key = `outcome_${outcome_key}`
    return has(key) ? t(key as MessageKey) : label
  }
  return (
    <aside class="test-mode" aria-label={t('test_mode')}>
      <span>{t('test_mode')}</span>
      {onPick && cards.length > 0 && (
        <details>
          <summary>{t('test_cards')}</summary>
          <div class="test-cards">
            <p>{t('test_cards_help')}</p>
            <ul>
              {cards.map((card) => (
                <li key={card.number}>
                  <button type="button" onClick={() => onPick(card)}>
                    <span class="figures" dir="ltr">
                      {formatNumber(card.number)}
                    </span>
                    <span class="test-outcome">
                      {detectBrand(card.number).label} · {outcome(card)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </details>
      )}
    </aside>
  )
}
