import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { orderByPayments } from '../lib/currency_order.ts'
import { Moment } from '../lib/dates.tsx'
import { Empty } from '../lib/empty.tsx'
import { accountWords } from '../lib/ledger_words.ts'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { money } from '../lib/money.ts'
import { usePreferences } from '../lib/preferences.ts'
import { List } from '../list/list.tsx'
import { useFrequentCurrencies } from '../queries/currencies.ts'
import { balancesQuery } from '../queries/objects.ts'
import styles from './balances.module.css'
import { transferList } from './transfers.tsx'
import { type Account, type Balance, balanceReasons } from './words.ts'

/** The merchant's money by currency and account, and every transfer behind it. */
export function Balances() {
  const balances = useQuery(balancesQuery)
  return (
    <>
      <div className={styles.head}>
        <h1>Balances</h1>
        {balances.data && (
          <span className="faint">
            As of <Moment at={balances.data.as_of} />
          </span>
        )}
      </div>
      <Loaded query={balances} waiting={<Waiting />}>
        {(data) => <Cards data={data} />}
      </Loaded>
      <section id="transfers" className={styles.transfers} aria-label="Transfers">
        <List config={transferList} />
      </section>
    </>
  )
}

function Cards({ data: { balances } }: { data: Schemas['Balances'] }) {
  const frequent = useFrequentCurrencies()
  if (balances.length === 0) {
    return (
      <section className={`card ${styles.empty}`}>
        <Empty
          title="No money yet"
          text="Your balance in each currency appears here with the first payment that is captured."
        />
      </section>
    )
  }
  if (frequent === undefined) return <Waiting />
  return (
    <div className={styles.grid}>
      {orderByPayments(balances, frequent).map((balance) => (
        <OneCurrency key={balance.currency} balance={balance} />
      ))}
    </div>
  )
}

function OneCurrency({ balance }: { balance: Balance }) {
  const { locale } = usePreferences()
  const { currency, available } = balance
  const name = new Intl.DisplayNames(locale, { type: 'currency' }).of(currency)
  const isOwed = available < 0
  return (
    <section className={`card ${styles.card}`}>
      <h2>
        {name} <small>{currency}</small>
      </h2>
      <div className={styles.main}>
        <span data-negative={isOwed}>
          <Sum balance={balance} account="available" />
        </span>
        <p>
          {isOwed
            ? 'You owe this. The next payments settle it.'
            : 'Available: can be paid out or refunded now'}
        </p>
      </div>
      <dl className={styles.list}>
        {balanceReasons
          .filter(([account]) => account !== 'pending' || balance.pending !== 0)
          .map(([account, reason]) => (
            <div key={account}>
              <dt>
                {accountWords[account]}
                {balance[account] !== 0 && <small>{reason}</small>}
              </dt>
              <dd>
                <Sum balance={balance} account={account} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** An amount with a link to its transfers; zero is faint. */
function Sum({ balance, account }: { balance: Balance; account: Account }) {
  const { currency } = balance
  const amount = balance[account]
  return (
    <Link
      to="/balances"
      search={{ account, currency }}
      className={amount === 0 ? 'num faint' : 'num'}
      title="Show its transfers"
      hash="transfers"
    >
      {money(amount, currency)}
    </Link>
  )
}

function Waiting() {
  return (
    <div className={styles.grid}>
      {[1, 2, 3].map((n) => (
        <LoadingCard key={n} height={262} isInGrid />
      ))}
    </div>
  )
}
