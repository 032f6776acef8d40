import type { MailTexts } from '../text.ts'

export const pl: MailTexts = {
  title_payment_failed: 'Płatność nie powiodła się: {seller}',
  title_action_required: 'Potwierdź płatność: {seller}',
  title_cancelled: 'Subskrypcja została anulowana: {seller}',
  title_paused: 'Subskrypcja jest wstrzymana: {seller}',
  title_unpaid: 'Płatność jest nadal nieuregulowana: {seller}',
  title_card_expiring: 'Karta wkrótce straci ważność: {seller}',
  failed: 'Nie udało się pobrać płatności za subskrypcję.',
  retry_on: 'Następna próba: {date}. Wcześniej możesz też zapłacić inną kartą.',
  no_retry: 'Tą kartą nie będzie kolejnej próby. Zapłać inną kartą, aby zachować subskrypcję.',
  confirm_wait: 'Płatność zostanie wykonana dopiero po potwierdzeniu.',
  cancelled: 'Nie udało się pobrać płatności za subskrypcję, dlatego została anulowana.',
  paused: 'Nie udało się pobrać płatności za subskrypcję, dlatego jest wstrzymana.',
  unpaid:
    'Nie udało się pobrać płatności za subskrypcję. Nie będzie kolejnej próby, a kwota pozostaje do zapłaty.',
  can_pay: 'Nadal możesz zapłacić tę kwotę.',
  expiring: '{card} straci ważność przed następną płatnością za subskrypcję: {date}.',
  replace_card: 'Zapisz wcześniej inną kartę, aby subskrypcja trwała dalej: {seller}.',
  footer: 'Otrzymujesz tę wiadomość, ponieważ masz subskrypcję: {seller}.',
}
