// Marks beside the ways to pay, drawn for this page: a few shapes, or one to three letters on a colour. They are not the
// providers' logos, whose use each provider permits by contract; no image is loaded.
import type { Method } from '@florin/pages/contract.ts'

/** White letters have a contrast of at least 4.5 : 1 on each colour. */
const letters: Readonly<Record<string, readonly [letters: string, color: string]>> = {
  paypal: ['PP', '#1f3f8f'],
  amazon_pay: ['aP', '#3b3f46'],
  samsung_pay: ['SP', '#26348c'],
  cashapp: ['$', '#0a6b34'],
  venmo: ['V', '#1b6291'],
  ali_pay: ['A', '#1660b8'],
  we_chat_pay: ['We', '#156b31'],
  revolut_pay: ['R', '#22262b'],
  mobile_pay: ['MP', '#4a55c4'],
  twint: ['TW', '#22262b'],
  vipps: ['vi', '#b03a0b'],
  gcash: ['G', '#0b5ab5'],
  go_pay: ['Go', '#076b80'],
  kakao_pay: ['K', '#6b4e00'],
  momo: ['Mo', '#97115a'],
  touch_n_go: ['TnG', '#1b4fa8'],
  dana: ['D', '#1160a8'],
  mb_way: ['MB', '#a8211a'],
  klarna: ['K', '#8f2f63'],
  affirm: ['af', '#2f3bbd'],
  afterpay_clearpay: ['AP', '#0d6550'],
  alma: ['al', '#a83d18'],
  atome: ['at', '#515e00'],
  walley: ['W', '#35507a'],
  ideal: ['iD', '#9c1155'],
  bancontact_card: ['Bc', '#14508f'],
  eps: ['eps', '#7a2f6b'],
  przelewy24: ['P24', '#a8211a'],
  blik: ['BL', '#22262b'],
  trustly: ['T', '#0d6550'],
  interac: ['In', '#6e4a00'],
  swish: ['Sw', '#5b2a86'],
  bizum: ['Bi', '#0c6472'],
  pix: ['Px', '#0b6e64'],
  multibanco: ['MB', '#1f5cab'],
  upi_collect: ['UPI', '#3f6212'],
  upi_intent: ['UPI', '#3f6212'],
}

const CARD = 'M9 7.5h16v9.5h-16zM9 11h16M12 14.2h3'
const WALLET = 'M10 8.5h13v9h-13zM10 8.5l2-2h8v2M20 13h.01'

/** In a box of 34 by 24. */
const shapes: Readonly<Record<Method['method'], string>> = {
  card: CARD,
  wallet: WALLET,
  pay_later: 'M8 12h.01M17 12h.01M26 12h.01M11 12h3M20 12h3',
  bank_redirect: 'M11 17.5h12M12.5 15.5v-5M17 15.5v-5M21.5 15.5v-5M10.8 9.7 17 6l6.2 3.7z',
  bank_transfer: 'M9 10h15l-3-3M25 14H10l3 3',
  crypto: 'M17 5.5l6 3.3v6.4l-6 3.3-6-3.3V8.8zM11 8.8l6 3.3 6-3.3M17 12.1v6.4',
  upi: 'M13 5.5h8v13h-8zM16 16h2',
}

export function MethodMark({ method: { method, type } }: { method: Method }) {
  const [text, color] = letters[type] ?? []
  return (
    <svg class="mark" viewBox="0 0 34 24" width="34" height="24" aria-hidden="true">
      <rect class="mark-box" x="0.5" y="0.5" width="33" height="23" rx="5" fill={color} />
      {text === undefined ? (
        <path class="mark-shape" d={shapes[method]} />
      ) : (
        <text class="mark-text" x="17" y="16">
          {text}
        </text>
      )}
    </svg>
  )
}
