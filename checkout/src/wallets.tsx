// Wallets that hand over a token in a browser or phone sheet. In a sandbox a dialog stands for the sheet; no script
// from a wallet's maker is ever loaded.
import { useRef, useState } from 'preact/hooks'
import type { Method } from '@florin/pages/contract.ts'
import { useText } from './context.ts'
import { methodName } from '@florin/pages/method_names.ts'

interface WalletsProps {
  wallets: readonly Method[]
  amount: number | undefined
  /** Checks the rest of the form and marks missing fields. */
  isReady: (method: Method) => boolean
  onToken: (method: Method, token: object) => void
}

/** A made-up wallet response. */
const testToken = {
  payment_data: { version: 'sandbox' },
  payment_method: { display_name: 'Visa 4242', network: 'Visa', type: 'debit' },
}

export function Wallets({ wallets, amount, isReady, onToken }: WalletsProps) {
  const text = useText()
  const { t, money } = text
  const dialog = useRef<HTMLDialogElement>(null)
  const [method, setMethod] = useState<Method>()
  if (wallets.length === 0) return null
  const name = method ? methodName(method.type, text) : ''
  const open = (wallet: Method) => {
    if (!isReady(wallet)) return
    setMethod(wallet)
    dialog.current?.showModal()
  }
  const pay = () => {
    dialog.current?.close()
    if (method) onToken(method, testToken)
  }
  return (
    <>
      <div class="wallets">
        {wallets.map((wallet) => (
          <button
            key={wallet.type}
            type="button"
            class="button wallet"
            onClick={() => open(wallet)}
          >
            {methodName(wallet.type, text)}
          </button>
        ))}
      </div>
      <p class="or">{t('or_pay')}</p>
      <dialog ref={dialog} aria-labelledby="wallet-title" aria-describedby="wallet-text">
        <h2 id="wallet-title">{name}</h2>
        <p id="wallet-text">{t('test_wallet', { method: name })}</p>
        <div class="actions">
          <button type="button" class="button primary figures" onClick={pay}>
            {t('pay', { amount: amount === undefined ? '' : money(amount) })}
          </button>
          <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </dialog>
    </>
  )
}
