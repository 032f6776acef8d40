import type { MailTexts } from '../text.ts'

export const it: MailTexts = {
  title_payment_failed: 'Il suo pagamento a {seller} non è riuscito',
  title_action_required: 'Confermi il suo pagamento a {seller}',
  title_cancelled: 'Il suo abbonamento a {seller} è stato annullato',
  title_paused: 'Il suo abbonamento a {seller} è sospeso',
  title_unpaid: 'Il suo pagamento a {seller} è ancora dovuto',
  title_card_expiring: 'La sua carta per {seller} sta per scadere',
  failed: 'Il pagamento del suo abbonamento non è riuscito.',
  retry_on:
    'Ci sarà un nuovo tentativo in data {date}. Prima di allora può anche pagare con un’altra carta.',
  no_retry:
    'Non ci saranno altri tentativi con questa carta. Paghi con un’altra carta per mantenere il suo abbonamento.',
  confirm_wait: 'Il pagamento viene eseguito solo dopo la sua conferma.',
  cancelled:
    'Il pagamento del suo abbonamento non è riuscito, quindi l’abbonamento è stato annullato.',
  paused: 'Il pagamento del suo abbonamento non è riuscito, quindi l’abbonamento è sospeso.',
  unpaid:
    'Il pagamento del suo abbonamento non è riuscito. Non ci saranno altri tentativi e l’importo è ancora dovuto.',
  can_pay: 'Può ancora pagare l’importo.',
  expiring: '{card} scade prima del prossimo pagamento del suo abbonamento, in data {date}.',
  replace_card: 'Salvi prima un’altra carta presso {seller}, così il suo abbonamento continua.',
  footer: 'Riceve questa e-mail perché ha un abbonamento a {seller}.',
}
