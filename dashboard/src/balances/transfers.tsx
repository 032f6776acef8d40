import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import {
  amountColumn,
  createdColumn,
  currencyColumn,
  createdFilter,
  currencyFilter,
} from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { Moment } from '../lib/dates.tsx'
import { accountWords, causeWords, formatKey } from '../lib/ledger_words.ts'
import { money, plainMoney } from '../lib/money.ts'
import { objectTarget } from '../lib/object_pages.ts'
import { choicesFrom } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'

type Transfer = Schemas['TransferList']['data'][number]

const objectWords: Readonly<Record<string, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  payout: 'Payout',
}

function formatChange({ change_of_available, currency }: Transfer): string {
  return change_of_available === 0 ? '–' : money(change_of_available, currency, 'exceptZero')
}

export const transferList: ListConfig<Transfer> = {
  resource: 'transfers',
  name: 'transfers',
  title: 'Transfers',
  isPart: true,
  idOf: ({ transfer_id }) => transfer_id,
  target: ({ object_type, object_id }) => objectTarget(object_type, object_id),
  read: (query) => unwrapAnswer(api.GET('/ledger/transfers', { params: { query } })),
  filters: [
    { name: 'account', title: 'Account', kind: 'choice', choices: choicesFrom(accountWords) },
    { name: 'cause', title: 'Cause', kind: 'choice', choices: choicesFrom(causeWords) },
    currencyFilter,
    { name: 'object_id', title: 'Payment, refund, dispute or payout', kind: 'text' },
    createdFilter,
  ],
  columns: [
    amountColumn,
    {
      id: 'cause',
      title: 'Cause',
      cell: ({ cause, created }) => (
        <>
          {formatKey(causeWords, cause)}
          <Narrow>
            <Moment at={created} />
          </Narrow>
        </>
      ),
      text: ({ cause }) => cause,
    },
    {
      id: 'object_type',
      title: 'For',
      isWide: true,
      cell: ({ object_type }) => formatKey(objectWords, object_type),
      text: ({ object_type }) => object_type,
    },
    {
      id: 'debit',
      title: 'From',
      isOptional: true,
      cell: ({ debit }) => formatKey(accountWords, debit),
      text: ({ debit }) => debit,
    },
    {
      id: 'credit',
      title: 'To',
      isOptional: true,
      cell: ({ credit }) => formatKey(accountWords, credit),
      text: ({ credit }) => credit,
    },
    {
      id: 'change',
      title: 'Change in available',
      isNumber: true,
      isWide: true,
      cell: formatChange,
      text: ({ change_of_available, currency }) =>
        Number(plainMoney(change_of_available, currency)),
    },
    { ...createdColumn, title: 'When', isWide: true },
    currencyColumn,
    {
      id: 'object_id',
      title: 'Object ID',
      isOptional: true,
      cell: ({ object_id }) => <span className="id">{object_id}</span>,
      text: ({ object_id }) => object_id,
    },
    {
      id: 'transfer_id',
      title: 'Transfer ID',
      isOptional: true,
      cell: ({ transfer_id }) => <span className="id">{transfer_id}</span>,
      text: ({ transfer_id }) => transfer_id,
    },
  ],
  empty: {
    title: 'No transfers yet',
    text: 'Every money transfer between two accounts appears here, from the first payment that is authorized.',
  },
}
