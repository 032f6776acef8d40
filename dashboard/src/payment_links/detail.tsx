import { Box, Button, CopyButton, Group } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { machines } from '../api/generated/tables.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { Moment } from '../lib/dates.tsx'
import { At } from '../lib/days.tsx'
import { Card, Columns, type Detail, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { pollWhile } from '../lib/poll.ts'
import { QrCode, saveQrPng, saveQrSvg } from '../lib/qr.tsx'
import { Raw } from '../lib/raw.tsx'
import { Status } from '../lib/status.tsx'
import { useId } from '../lib/url.ts'
import { paymentLinkQuery } from '../queries/objects.ts'
import styles from './detail.module.css'
import { productName } from './hosted_text.ts'
import { layouts } from './layouts.ts'
import { LinkPayments } from './payments.tsx'
import {
  amountText,
  linkEventWords,
  linkWords,
  meanings,
  type PaymentLink,
  typeNames,
  usesText,
} from './words.ts'

export function PaymentLinkPage() {
  const payment_link_id = useId()
  const link = useQuery({
    ...paymentLinkQuery(payment_link_id),
    refetchInterval: pollWhile<PaymentLink>(
      ({ email_delivery }) => email_delivery?.status === 'queued',
    ),
  })
  return <Loaded query={link}>{(data) => <PaymentLinkView link={data} />}</Loaded>
}

function PaymentLinkView({ link }: { link: PaymentLink }) {
  const { payment_link_id, status, currency } = link
  return (
    <>
      <Head
        list={{ to: '/payment-links', name: 'Payment links' }}
        id={payment_link_id}
        title={
          <>
            <span className="num">{amountText(link)}</span> <small>{currency}</small>
          </>
        }
        status={<Status words={linkWords} status={status} />}
        actions={<Deactivate link={link} />}
      />
      <Facts
        rows={[
          ['State', meanings[status] ?? status],
          [
            'Payments that succeeded',
            <span key="n" className="num">
              {usesText(link)}
            </span>,
          ],
          [
            status === 'active' ? 'Can be paid until' : 'Could be paid until',
            <At key="at" at={link.expiry} />,
          ],
          ['Type', typeNames[link.link_type] ?? link.link_type],
        ]}
      />
      <Columns
        main={
          <>
            <Address link={link} />
            <LinkPayments link={link} />
            <History
              object_id={payment_link_id}
              version={link.modified_at}
              words={linkEventWords}
              steps={[
                { key: payment_link_id, tone: 'mute', title: 'Link created', at: link.created },
              ]}
            />
          </>
        }
        side={
          <>
            <Qr link={link} />
            <Card title="Details" aside={<Raw title={payment_link_id} value={link} />}>
              <Details rows={listDetails(link)} />
            </Card>
            <Look link={link} />
          </>
        }
      />
    </>
  )
}

function Deactivate({ link }: { link: PaymentLink }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { payment_link_id, status } = link
  const { from } = machines['Payment link'].transitions.deactivate
  const isAllowed = may('payment_links:write') && (from as readonly string[]).includes(status)
  if (!isAllowed && !isOpen) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Deactivate
      </Button>
      {isOpen && (
        <Action
          title="Deactivate the payment link"
          verb={`Deactivate ${link.amount === null ? 'the link' : amountText(link)}`}
          isDangerous
          close={() => setOpen(false)}
          run={post('/payment_link/{payment_link_id}/deactivate', {
            params: { path: { payment_link_id } },
          })}
          done={() => 'The link is deactivated: nobody can pay it any more.'}
        >
          <p className="flush">
            From now on nobody can pay with this link, even with a printed QR code. A payment that
            is in progress continues. This cannot be undone.
          </p>
        </Action>
      )}
    </>
  )
}

function Address({ link: { url, status } }: { link: PaymentLink }) {
  return (
    <Card title="URL">
      <div className={styles.address}>
        <span className="id" dir="ltr">
          {url}
        </span>
        <Group gap="xs">
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                variant={status === 'active' ? 'filled' : 'default'}
                leftSection={<IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy the URL'}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} />}
          >
            Open the page
          </Button>
        </Group>
      </div>
    </Card>
  )
}

function Qr({ link: { url, payment_link_id } }: { link: PaymentLink }) {
  return (
    <Card title="QR code">
      <div className={styles.qr}>
        <QrCode text={url} label="QR code with the URL" width={176} />
        <Group gap="xs" justify="center">
          <Button variant="default" onClick={() => saveQrSvg(url, payment_link_id)}>
            Save as SVG
          </Button>
          <Button variant="default" onClick={() => saveQrPng(url, payment_link_id)}>
            Save as PNG
          </Button>
        </Group>
      </div>
    </Card>
  )
}

const deliveries: Readonly<Record<string, string>> = {
  queued: 'is being sent',
  sent: 'sent',
  failed: 'could not be sent',
  not_sent: 'was not sent',
}

function listDetails(link: PaymentLink): Detail[] {
  const { currency, min_amount, max_amount, suggested_amounts, email_delivery, email } = link
  const bounds = [
    min_amount !== null && `from ${money(min_amount, currency)}`,
    max_amount !== null && `up to ${money(max_amount, currency)}`,
  ].filter(Boolean)
  return [
    ['Description', link.description],
    ['Amounts offered', suggested_amounts?.map((amount) => money(amount, currency)).join(', ')],
    ['Limits', bounds.join(', ')],
    [
      'Customer',
      link.customer_id && (
        <Link key="customer" to="/customers/$id" params={{ id: link.customer_id }}>
          {link.customer_id}
        </Link>
      ),
    ],
    [
      'E-mail',
      email &&
        [email, email_delivery && (deliveries[email_delivery.status] ?? email_delivery.status)]
          .filter(Boolean)
          .join(': '),
    ],
    ['Why not sent', email_delivery?.error],
    ['Capture', link.capture_method === 'automatic' ? 'At once' : 'By you, later'],
    ['3-D Secure', link.authentication_type === 'three_ds' ? 'Always' : 'When the issuer asks'],
    ['Asks for', link.require_customer_info ? 'Name, e-mail and billing address' : null],
    ['When closed', link.sold_out_message],
    ['Created', <Moment key="created" at={link.created} />],
    ...Object.entries(link.metadata ?? {}).map(([name, value]): Detail => [name, value]),
  ]
}

/** The link's own page settings; the profile has the rest. */
function Look({ link: { payment_link_config: config } }: { link: PaymentLink }) {
  if (config === null) return null
  const { seller_name, theme, sdk_layout, allowed_payment_method_types: types } = config
  return (
    <Card title="Its page">
      <Details
        rows={[
          ['Seller', seller_name],
          [
            'Color',
            theme && (
              <span key="theme">
                <Box component="span" className={styles.swatch ?? ''} bg={theme} aria-hidden />{' '}
                {theme}
              </span>
            ),
          ],
          ['Method layout', layouts.find(({ value }) => value === sdk_layout)?.label],
          ['Methods', types?.map(productName).join(', ')],
        ]}
      />
    </Card>
  )
}
