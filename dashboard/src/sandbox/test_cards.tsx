import { Button, CopyButton, Table, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCheck, IconCopy, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsSandbox } from '../api/environment.ts'
import { testAccounts, testCards, testEvidence } from '../api/generated/test_cards.ts'
import { NotFound } from '../frame/failed.tsx'
import { Id } from '../lib/copy.tsx'
import { Card } from '../lib/details.tsx'
import { Clock } from './clock.tsx'
import { firstCards } from './first_cards.ts'
import styles from './sandbox.module.css'

type TestCard = (typeof testCards)[number]

const groups: Readonly<Record<string, string>> = {
  approved: 'Approved',
  three_d_secure: '3-D Secure',
  declined: 'Declined',
  capture: 'Capture refused',
  refund: 'Refunds',
  dispute: 'Disputes',
  later: 'Reviews and late outcomes',
}

const networks: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
}

export function TestCards() {
  const isSandbox = useIsSandbox()
  if (isSandbox === false) return <NotFound />
  return (
    <>
      <div className={styles.head}>
        <h1>Test cards and clock</h1>
      </div>
      {isSandbox && <Clock />}
      <Cards />
      <Others />
    </>
  )
}

function matches(card: TestCard, text: string): boolean {
  const digits = text.replaceAll(/\s/g, '')
  if (/^\d+$/.test(digits)) return card.number.includes(digits)
  const all = [
    card.outcome,
    card.unified_code,
    card.unified_message,
    networks[card.network],
    groups[card.group],
    ...card.notes,
  ]
  const content = all.join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word))
}

/** The first ones; the others are behind a button, unless something is looked for. */
function Cards() {
  const navigate = useNavigate()
  const { find = '', kind } = useSearch({ from: '/frame/test-cards' })
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || find !== '' || kind !== undefined
  const change = (search: { find?: string; kind?: string }) =>
    void navigate({ to: '/test-cards', search, replace: true })
  const found = testCards.filter(
    (card) => matches(card, find.trim()) && (kind === undefined || card.group === kind),
  )
  return (
    <Card title="Test cards">
      <p className={styles.text}>
        Use any expiry date in the future and any security code. Every other number with a valid
        check digit is approved, after 3-D Secure if the payment requests it.
      </p>
      <div className={styles.tools}>
        <TextInput
          className={styles.find}
          aria-label="Find a test card"
          placeholder="Find by number, outcome or code, such as expired or UE_1002"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={find}
          onChange={(event) =>
            change({ ...(kind ? { kind } : {}), find: event.currentTarget.value })
          }
        />
        <div className={styles.kinds} role="group" aria-label="Test card kinds">
          {Object.entries(groups).map(([value, name]) => (
            <UnstyledButton
              key={value}
              className={styles.kind}
              aria-pressed={kind === value}
              onClick={() =>
                change({ ...(find ? { find } : {}), ...(kind === value ? {} : { kind: value }) })
              }
            >
              {name}
            </UnstyledButton>
          ))}
        </div>
      </div>
      {!isShown && (
        <>
          <FirstTable />
          <div className={styles.more}>
            <Button variant="default" onClick={() => setOpen(true)}>
              Show all {testCards.length} test cards
            </Button>
          </div>
        </>
      )}
      {isShown && found.length > 0 && <CardTable rows={found} />}
      {isShown && found.length === 0 && (
        <p className={styles.text} role="status">
          No test card matches. Try fewer words.
        </p>
      )}
    </Card>
  )
}

function FirstTable() {
  return (
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Number</Table.Th>
          <Table.Th>For</Table.Th>
          <Table.Th className={styles.wide}>What happens</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {firstCards.map(([number, title, about]) => (
          <Table.Tr key={number}>
            <Table.Td className={styles.number}>
              <Number number={number} />
            </Table.Td>
            <Table.Td>
              {title}
              <p className={`${styles.notes} ${styles.narrow}`}>{about}</p>
            </Table.Td>
            <Table.Td className={styles.wide}>{about}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function CardTable({ rows }: { rows: readonly TestCard[] }) {
  return (
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Number</Table.Th>
          <Table.Th>Outcome</Table.Th>
          <Table.Th className={styles.wide}>What the payment shows</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((card) => (
          <Table.Tr key={card.number}>
            <Table.Td className={styles.number}>
              <Number number={card.number} />
              <small className="faint">{networks[card.network] ?? card.network}</small>
            </Table.Td>
            <Table.Td>
              <span className={`pill ${card.is_approved ? 'ok' : 'bad'}`}>
                {card.is_approved ? 'Approved' : 'Declined'}
              </span>{' '}
              {!card.is_approved && card.outcome.replace('Declined: ', '')}
              {card.notes.length > 0 && <p className={styles.notes}>{card.notes.join(' ')}</p>}
            </Table.Td>
            <Table.Td className={styles.wide}>
              {card.unified_code !== null && (
                <>
                  {card.unified_message}
                  <p className={styles.notes}>{card.unified_code}</p>
                </>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Grouped as on a card; copied without the spaces. */
function Number({ number }: { number: string }) {
  const isAmex = /^3[47]/.test(number)
  const spaced = isAmex
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')
    : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  return (
    <CopyButton value={number}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'} openDelay={300}>
          <UnstyledButton className={styles.copy} aria-label={`Copy ${spaced}`} onClick={copy}>
            <span>{spaced}</span>
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  )
}

function Others() {
  return (
    <Card title="Refunds, disputes and payouts">
      <p className={styles.text}>
        A refund whose amount ends in 77 is pending at first and then fails, with any card. A
        dispute is decided by your evidence text, in <code>uncategorized_text</code>. A payout is
        decided by the account's last four characters.
      </p>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Value</Table.Th>
            <Table.Th>Outcome</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {testEvidence.map(({ text, outcome }) => (
            <Table.Tr key={text}>
              <Table.Td>
                Evidence <Id>{text}</Id>
              </Table.Td>
              <Table.Td>{outcome}</Table.Td>
            </Table.Tr>
          ))}
          {testAccounts.map(({ ending, outcome }) => (
            <Table.Tr key={ending}>
              <Table.Td>
                Account that ends in <Id>{ending}</Id>
              </Table.Td>
              <Table.Td>{outcome}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
